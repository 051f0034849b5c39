"""The command: ``python -m static_layout '(4,8):row'``, and ``layout`` where the package is installed."""
import sys
from typing import NoReturn

from ._engine import _main


def main() -> NoReturn:
    """Run the command line and exit with its status."""
    sys.exit(_main(["layout", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
