"""What NPCs do in the Competition Phase (Playbook, Solitaire Competition; RUL-161 to RUL-165)."""
