"""The studio: a web application to write, check and play rules, served from one's own machine.

The server loads ruleset files in separate processes, with a time limit; it never imports the checker. A player receives
only the view of their seat. The built page is in `page/`; its sources are in the folder `studio/`.
"""
