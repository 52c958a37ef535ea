# The target sbom writes domino-arena.spdx.json: the program, the libraries with which this build links and the files of others
# that it contains (scripts/sbom.py). Versions are those that were found here.
set(parts "${PROJECT_NAME} ${PROJECT_VERSION}\n")
foreach(library ZMQ SQLITE SODIUM JANSSON YAML MICROHTTPD ZLIB SECCOMP LAPACKE)
    string(APPEND parts "${${library}_MODULE_NAME} ${${library}_VERSION}\n")
endforeach()
string(APPEND parts "msgpack-c ${DOM_MSGPACK_VERSION}\n")
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/parts.txt CONTENT "${parts}" @ONLY)
add_custom_target(sbom VERBATIM COMMAND /usr/bin/python3 -B ${PROJECT_SOURCE_DIR}/scripts/sbom.py ${PROJECT_BINARY_DIR}/parts.txt
                  > ${PROJECT_BINARY_DIR}/domino-arena.spdx.json)
