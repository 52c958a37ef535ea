# The target dom_msgpack: msgpack-c, for who packs and unpacks messages. DOM_MSGPACK_VERSION is its version.
#
# Release 6.0 renamed its CMake package, its target and its pkg-config module. The CMake package is asked first, because the
# pkg-config file of Debian 13 names a folder of headers that does not exist.
include(CheckIncludeFile)

add_library(dom_msgpack INTERFACE IMPORTED)
find_package(msgpack-c CONFIG QUIET)
if(NOT TARGET msgpack-c)
    find_package(msgpack CONFIG QUIET) # of the same name is the one for C++, which lacks the target
endif()
if(TARGET msgpack-c)
    target_link_libraries(dom_msgpack INTERFACE msgpack-c)
    set(DOM_MSGPACK_VERSION ${msgpack-c_VERSION})
elseif(TARGET msgpackc)
    target_link_libraries(dom_msgpack INTERFACE msgpackc)
    set(DOM_MSGPACK_VERSION ${msgpack_VERSION})
else()
    pkg_search_module(MSGPACK REQUIRED IMPORTED_TARGET msgpack-c msgpack)
    target_link_libraries(dom_msgpack INTERFACE PkgConfig::MSGPACK)
    set(DOM_MSGPACK_VERSION ${MSGPACK_VERSION})
endif()

set(CMAKE_REQUIRED_LIBRARIES dom_msgpack)
check_include_file(msgpack.h DOM_HAS_MSGPACK_H)
unset(CMAKE_REQUIRED_LIBRARIES)
if(NOT DOM_HAS_MSGPACK_H)
    unset(DOM_HAS_MSGPACK_H CACHE) # look again when it was installed
    message(FATAL_ERROR "msgpack-c is installed without its header msgpack.h; Debian has both in libmsgpack-dev, since Debian 13 libmsgpack-c-dev")
endif()
