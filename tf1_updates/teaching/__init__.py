"""What the notebooks call, so that they draw and explain and do not compute by themselves."""
