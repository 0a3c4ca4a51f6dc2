"""The strong computer: it plans the whole movement of a turn and tries each change of the plan to the turn's end."""
