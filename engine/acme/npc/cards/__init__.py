"""How an NPC plays its cards: which, at whom, and its answers to those of others (Playbook, NPC Card Play)."""
