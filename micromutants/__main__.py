"""``python -m micromutants``."""

import sys

from micromutants.cli import main

sys.exit(main())
