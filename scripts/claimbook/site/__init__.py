"""From page sources to a built, checked and served site."""
