"""The strong computer: by the rules of a person it tries in its head what may follow, and judges how it stands."""
