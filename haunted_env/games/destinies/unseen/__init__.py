"""What a seat may not know, drawn and counted from what it does know."""
