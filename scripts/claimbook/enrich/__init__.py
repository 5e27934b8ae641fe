"""What is computed about a paper from the text of its notes."""
