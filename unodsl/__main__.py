"""`python -m unodsl`: the `unodsl` command."""

from unodsl.commands.start import main

if __name__ == "__main__":
    main()
