"""How an NPC plays its cards: which, at whom, and its responses to others' cards (Playbook, NPC Card Play)."""
