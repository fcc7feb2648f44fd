### Titles of problems: the English ones stand where the kinds are declared
