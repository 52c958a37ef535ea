# find_package(DominoBot) gives the targets Domino::bot for C and Domino::bot-cpp for C++, the latter only if the libraries
# that its header includes are installed. pkg-config knows what both need.
find_package(PkgConfig REQUIRED)
set(DominoBot_path "$ENV{PKG_CONFIG_PATH}")
set(ENV{PKG_CONFIG_PATH} "${CMAKE_CURRENT_LIST_DIR}/../../pkgconfig:$ENV{PKG_CONFIG_PATH}")
pkg_check_modules(DominoBot_C REQUIRED QUIET IMPORTED_TARGET GLOBAL domino-bot)
pkg_check_modules(DominoBot_CXX QUIET IMPORTED_TARGET GLOBAL domino-bot-cpp)
set(ENV{PKG_CONFIG_PATH} "${DominoBot_path}")
add_library(Domino::bot ALIAS PkgConfig::DominoBot_C)
if(DominoBot_CXX_FOUND)
    add_library(Domino::bot-cpp ALIAS PkgConfig::DominoBot_CXX)
endif()
