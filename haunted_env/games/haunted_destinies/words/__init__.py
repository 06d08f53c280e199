"""The game in words and pictures, for people. Nothing here is compiled."""
