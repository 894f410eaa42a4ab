"""Correct before fast: does an approach give the weights that its rule says, at every step?"""
