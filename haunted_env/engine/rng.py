"""xoshiro128++ on four 32-bit words, written so that Numba and plain Python give the same bits.

The state lives in the game record (or in any uint32 array of length 4): copying a game copies its generator.
"""

from haunted_env.engine.jit import rule

MASK = 0xFFFFFFFF


@rule
def mix(x):
    """Finaliser of MurmurHash3: every input bit changes about half of the output bits."""
    x = (x ^ (x >> 16)) & MASK
    x = (x * 0x85EBCA6B) & MASK
    x = (x ^ (x >> 13)) & MASK
    x = (x * 0xC2B2AE35) & MASK
    return (x ^ (x >> 16)) & MASK


@rule
def seed_generator(generator, seed, stream):
    """Set the state from an integer seed; different streams of one seed are unrelated."""
    low = seed & MASK
    high = (seed >> 32) & MASK
    for i in range(4):
        word = mix((low + 0x9E3779B9 * (i + 1)) & MASK) ^ mix((high + 0x7F4A7C15 * (i + 5)) & MASK)
        generator[i] = mix((word + 0x632BE5AB * (stream + 1)) & MASK)
    generator[0] = generator[0] | 1  # the all-zero state would stay zero for ever


@rule
def next_word(generator):
    s0 = int(generator[0])
    s1 = int(generator[1])
    s2 = int(generator[2])
    s3 = int(generator[3])
    x = (s0 + s3) & MASK
    x = ((((x << 7) & MASK) | (x >> 25)) + s0) & MASK
    t = (s1 << 9) & MASK
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = ((s3 << 11) & MASK) | (s3 >> 21)
    generator[0] = s0
    generator[1] = s1
    generator[2] = s2
    generator[3] = s3
    return x


@rule
def random_below(generator, n):
    """A number in 0..n-1. The bias of multiply-and-shift is below n / 2**32."""
    return (next_word(generator) * n) >> 32


@rule
def following_seed(seed):
    """The seed of the next game in the same place of a batch: 62 bits, never negative."""
    low = mix((seed ^ 0x5BD1E995) & MASK)
    high = mix(((seed >> 32) + low + 0x27D4EB2F) & MASK)
    return ((high >> 2) << 32) | mix((low ^ high) & MASK)
