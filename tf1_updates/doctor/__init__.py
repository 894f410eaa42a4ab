"""Is this machine fit for it? Facts are gathered once; each check is a function of them."""
