"""The triangle puzzle."""
