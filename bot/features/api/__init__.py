"""The API over HTTP: tables for programs, with personal tokens."""
