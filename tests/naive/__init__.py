"""A slow, plain re-implementation of Le Plateau, written from the rules alone.

It is an oracle for tests: it imports nothing but the standard library, and nothing in it is
fast. Seats are counted from forehand = 0 clockwise, so the dealer is the last seat. Cards are
names; only decisions, which are numbers, use card ids.
"""
