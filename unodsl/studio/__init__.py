"""The studio: a web page to write, check and play in, served on one's own machine.

The server loads ruleset files in processes of their own, with a limit of time; it never imports the checker. Whoever plays is sent
what their seat sees, and nothing else. The page lies built in `page/`; its sources stand in the folder `studio/`.
"""
