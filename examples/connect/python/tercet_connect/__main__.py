"""`python -m tercet_connect`."""

import sys

from tercet_connect import main

if __name__ == "__main__":
    sys.exit(main())
