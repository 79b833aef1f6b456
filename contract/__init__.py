"""Records and ports: what the stages say to each other.

Frozen dataclasses, protocols and the error tree. Imports the standard library only, so that every room may import
this one and nothing is pulled in with it.
"""
