"""Claimbook: paper notes become a site of claims beside their evidence."""
