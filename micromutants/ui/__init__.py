"""The pygame front end."""
