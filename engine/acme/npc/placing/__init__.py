"""Where an NPC places its disks: priorities 1 to 28 of the Playbook (NPC Disk Placement; RUL-153 to RUL-160)."""
