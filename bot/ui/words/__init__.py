"""Sentences that several screens share: options, paragraphs, permissions, names of games."""
