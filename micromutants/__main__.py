"""``python -m micromutants``, and the script of the same name."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the program; Ctrl-C is one word also while it is still being loaded."""
    try:
        from micromutants.cli import main as run

        return run()
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
