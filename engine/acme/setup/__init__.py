"""How a game is set up: options, scenarios, seats, first disks."""
