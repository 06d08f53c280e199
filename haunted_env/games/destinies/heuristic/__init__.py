"""The hand-written player: it knows the scenario file as somebody does who has played it often, and nothing hidden."""
