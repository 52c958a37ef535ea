# How this project declares its targets. Warnings and include roots are said here, once.

# What all our own targets share. Tests do not link it: Criterion's macros trip -Wconversion.
add_library(dom_options INTERFACE)
target_compile_features(dom_options INTERFACE c_std_17)
target_compile_options(dom_options INTERFACE -Wall -Wextra -Wshadow -Wconversion -Wvla
    -Wstrict-prototypes -Wmissing-prototypes -Wswitch-enum -fno-common)

option(DOM_WERROR "Warnings are errors" OFF)
if(DOM_WERROR)
    target_compile_options(dom_options INTERFACE -Werror)
endif()

# Sanitizers and coverage must reach every object, tests too, so they are the only global flags.
set(DOM_SANITIZE "" CACHE STRING "Sanitizers for every target, e.g. address,undefined")
if(DOM_SANITIZE)
    add_compile_options(-fsanitize=${DOM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${DOM_SANITIZE})
    add_compile_definitions(DOM_SANITIZED) # what they cannot live with is left out
endif()
option(DOM_COVERAGE "Count executed lines with gcov" OFF)
if(DOM_COVERAGE)
    add_compile_options(--coverage)
    add_link_options(--coverage)
endif()

include(cmake/hardening.cmake)

# domino_library(rules SOURCES tile.c round.c LINKS dom_base PRIVATE_LINKS PkgConfig::SODIUM)
#
# A static library dom_<name> whose public headers live in include/<name>/. It sees the headers of
# what it links and of nothing else, so the include path is the check of who may know whom.
function(domino_library name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS;PRIVATE_LINKS;DEFINES")
    add_library(dom_${name} STATIC ${arg_SOURCES})
    target_include_directories(dom_${name} PUBLIC include)
    target_compile_definitions(dom_${name} PRIVATE ${arg_DEFINES})
    target_link_libraries(dom_${name} PUBLIC ${arg_LINKS} PRIVATE ${arg_PRIVATE_LINKS} dom_options)
    set_property(GLOBAL APPEND PROPERTY DOM_COMPONENTS ${name})
endfunction()

# domino_test(test_tile LINKS dom_rules) in tests/rules/  ->  ctest -R rules.test_tile
function(domino_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINKS;SOURCES")
    get_filename_component(folder ${CMAKE_CURRENT_SOURCE_DIR} NAME)
    set(target ${folder}.${name})
    add_executable(${target} ${name}.c ${arg_SOURCES})
    target_compile_features(${target} PRIVATE c_std_17)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wno-unused-parameter)
    target_compile_definitions(${target} PRIVATE DOM_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data"
        DOM_VECTORS="${PROJECT_SOURCE_DIR}/protocol/vectors" _GNU_SOURCE)
    target_link_libraries(${target} PRIVATE ${arg_LINKS} PkgConfig::CRITERION)
    add_test(NAME ${target} COMMAND ${target})
    set_tests_properties(${target} PROPERTIES TIMEOUT 300)
endfunction()

# domino_scarce(ratings.test_memory): memory runs out when tests/tools/scarce.h says so.
function(domino_scarce target)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests/tools/scarce.c)
    foreach(name malloc calloc realloc strdup)
        target_link_options(${target} PRIVATE -Wl,--wrap=${name})
    endforeach()
endfunction()
