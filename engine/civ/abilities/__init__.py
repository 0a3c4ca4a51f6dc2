"""Phase 11b: conversion and special abilities. Importing this package registers them."""

from __future__ import annotations

from engine.civ.abilities import conversion, diaspora, doctrine, neighbours, trading

__all__ = ["conversion", "diaspora", "doctrine", "neighbours", "trading"]
