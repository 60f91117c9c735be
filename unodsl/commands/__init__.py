"""The command line. Heavy parts are imported by the command that needs them, so that the others start fast."""
