# Completion of domino-arena for bash-completion: the program itself knows its commands.
source <("$1" completion bash)
