"""Entry point: python scripts/build.py site|serve|check|data."""

import sys

from claimbook.cli import main

if __name__ == "__main__":
    sys.exit(main())
