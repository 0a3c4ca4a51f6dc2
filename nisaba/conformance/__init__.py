"""What every game must keep to, as tests: `pytest --pyargs nisaba.conformance --game mygame`."""
