"""Who is told what and when: notices, and posts that wait, give way or do not arrive."""
