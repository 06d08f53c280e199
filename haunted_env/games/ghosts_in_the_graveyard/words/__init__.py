"""The game in words and pictures. Nothing here is compiled."""
