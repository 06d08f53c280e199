"""What a seat does not know: counting the worlds it may be in, and drawing one of them (`resample.py`)."""
