"""Stories of people at work, each told once and done in every way that there is to work with a page."""
