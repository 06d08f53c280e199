"""The version of the package, for whatever notes what it was made with."""

__version__ = "0.1.0"
