"""The rules of every game, pure: no clock, no network, no chance but the seeded one."""
