"""Entry point: python scripts/build.py site|serve|check|data."""

import sys

from claimbook.cli import main

sys.exit(main())
