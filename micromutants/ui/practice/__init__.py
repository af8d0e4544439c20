"""The practice table: a scenario that is played, tuned and edited."""
