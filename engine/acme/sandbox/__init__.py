"""The sandbox situations: how many civilizations of which regions meet on which map."""
