"""How well can a field be exploited? One seat learns against a frozen field.

What it wins above a seat of the field itself is a lower bound on the field's exploitability: a longer or better search
for a response can only find more.

    python training/best_response.py heuristic --preset quick
    python training/best_response.py checkpoints/haunted_destinies/<name> --learn ghost --preset standard
"""
