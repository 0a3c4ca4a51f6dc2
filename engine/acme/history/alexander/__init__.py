"""Alexander the Great: what the facts of the scenario cannot say (Playbook, Alexander the Great)."""
