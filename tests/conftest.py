"""What all tests share: how hypothesis runs. `HYPOTHESIS_PROFILE` chooses a profile, `CI` makes `ci` the default.

No deadline anywhere: the first example of a test may have to wait for the compiler.
"""

import os

from hypothesis import HealthCheck, settings

SLOW_START = (HealthCheck.too_slow,)

settings.register_profile("dev", deadline=None, suppress_health_check=SLOW_START)
settings.register_profile("ci", deadline=None, suppress_health_check=SLOW_START, derandomize=True, print_blob=True)
settings.register_profile("thorough", deadline=None, suppress_health_check=SLOW_START, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))
