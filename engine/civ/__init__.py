"""The rules of Advanced Civilization without trading, with the succession tracks of Mega Empires."""
