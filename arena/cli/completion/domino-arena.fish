# Completion of domino-arena for fish: the program itself knows its commands.
domino-arena completion fish | source
