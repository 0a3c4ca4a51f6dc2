"""The solitaire opponents: civilizations that play by the Playbook (ACME §16, RUL-133 to RUL-176)."""
