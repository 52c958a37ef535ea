# Turn a file into a C string NAME and its size NAME_size, which a NUL follows: cmake -DFROM=file -DTO=file.c -DNAME=symbol -P embed.cmake
#
# Written as bytes, so nothing in the text has to be quoted.
file(READ ${FROM} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
string(REGEX REPLACE "(('.x..',)('.x..',)?('.x..',)?('.x..',)?('.x..',)?('.x..',)?('.x..',)?('.x..',)?)" "\\1\n"
       bytes "${bytes}")
file(WRITE ${TO} "#include <stddef.h>\n\nextern const char ${NAME}[];\nextern const size_t ${NAME}_size;\n"
     "const char ${NAME}[] = {\n${bytes}0};\nconst size_t ${NAME}_size = sizeof ${NAME} - 1;\n")
