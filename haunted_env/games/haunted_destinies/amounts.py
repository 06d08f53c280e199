"""Numbers of the rules that several modules read, each with its clause."""

SEALED_COST = 6  # HD-MOVE-7: leaving a tile that has no other way out
TIERS = (1, 3, 5)  # HD-SEARCH-6 to 8, HD-HAUNT-5 to 7: the results from which a search or a haunt offers more
WOUND_PRICE = 3  # HD-HAUNT-7: gloom that a haunting ghost spends on a wound
HAUNT_DRAWS = (1, 2, 3)  # HD-HAUNT-5 to 7: Haunting cards drawn, by tier
HAUNT_LOOKS = (0, 1, 2)  # HD-HAUNT-6, 7: cards looked at, by tier
MOST_SYPHONED = 6  # HD-SYPH-2: gloom that a syphon can take by choice, one die's worth
REVIVAL_PRICE = 2  # HD-REV-2: health that bringing a ghost back costs
REVIVED_HEALTH = 2  # HD-REV-4: health of who has come back
N_TURNS = 4  # HD-SETUP-23: quarter turns of a tile
OPENER_WOUNDS = 2  # HD-OPEN-22: what the risen Opener deals to the living
