# How this project declares its targets. Warnings and include roots are said here, once.

# What all our own targets share. Tests do not link it: Criterion's macros trip -Wconversion.
add_library(dom_options INTERFACE)
target_compile_features(dom_options INTERFACE c_std_17)
target_compile_options(dom_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wvla
    -Wstrict-prototypes -Wmissing-prototypes -Wswitch-enum -fno-common)

# Programs have no paths of the machine that built them, so builds of one commit in two folders are equal.
# Not -ffile-prefix-map, because gcov must find its files.
foreach(kind macro debug)
    list(APPEND DOM_PREFIX_MAPS -f${kind}-prefix-map=${PROJECT_SOURCE_DIR}=. -f${kind}-prefix-map=${PROJECT_BINARY_DIR}=build)
endforeach()
add_compile_options(${DOM_PREFIX_MAPS})

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

# Half the time of a build goes into the macros of Criterion. Lines are enough to find a failure.
set(DOM_TEST_OPTIONS -O1 -g1 -Wall -Wextra -Wshadow -Wno-unused-parameter)

# domino_unit(TESTS test_tile test_variant SOURCES playout.c LINKS dom_rules) in tests/rules/  ->  ctest -R rules.unit
#
# One Criterion program of these tests, so that what they share is compiled and linked once. A test whose program must differ,
# because it stands in for a function that the others call, has a program with a NAME of its own. INCLUDES are folders of
# private headers. OWN_USERS is as for domino_check. The tests have the label unit.
function(domino_unit)
    cmake_parse_arguments(PARSE_ARGV 0 arg "OWN_USERS" "NAME" "TESTS;SOURCES;LINKS;INCLUDES;DEFINES;ENVIRONMENT")
    get_filename_component(folder ${CMAKE_CURRENT_SOURCE_DIR} NAME)
    if(NOT arg_NAME)
        set(arg_NAME unit)
    endif()
    set(target ${folder}.${arg_NAME})
    list(TRANSFORM arg_TESTS APPEND .c)
    add_executable(${target} ${arg_TESTS} ${arg_SOURCES})
    target_compile_features(${target} PRIVATE c_std_17)
    target_compile_options(${target} PRIVATE ${DOM_TEST_OPTIONS})
    target_compile_definitions(${target} PRIVATE DOM_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data"
        DOM_VECTORS="${PROJECT_SOURCE_DIR}/protocol/vectors" _GNU_SOURCE ${arg_DEFINES})
    target_include_directories(${target} PRIVATE ${arg_INCLUDES})
    target_link_libraries(${target} PRIVATE dom_test_tools ${arg_LINKS} PkgConfig::CRITERION)
    if(arg_OWN_USERS)
        set(arg_OWN_USERS OWN_USERS)
    else()
        set(arg_OWN_USERS)
    endif()
    domino_check(${target} ${arg_OWN_USERS} COMMAND $<TARGET_FILE:${target}> ENVIRONMENT ${arg_ENVIRONMENT})
    set_tests_properties(${target} PROPERTIES LABELS unit)
endfunction()

# domino_check(e2e.test_play [OWN_USERS] [LOCK packages] COMMAND python3 test_play.py [ENVIRONMENT NAME=VALUE])
#
# A test of CTest, watched by tests/tools/run_test.py, which ends a test that hangs. Exit status 77: it cannot be done here.
# OWN_USERS: no other arena may take or free user ids meanwhile (tests/tools/own_users.py). LOCK: of the tests of this build with
# the same one, one runs at a time, also when several runs of the tests are under way (RESOURCE_LOCK knows of one run only).
set(DOM_HANGS_S 1800) # never a measure, because sanitizers and busy machines make everything many times slower
function(domino_check name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "OWN_USERS" "LOCK" "COMMAND;ENVIRONMENT")
    set(tools ${PROJECT_SOURCE_DIR}/tests/tools)
    if(arg_OWN_USERS)
        list(PREPEND arg_COMMAND /usr/bin/python3 -B ${tools}/own_users.py)
    endif()
    if(arg_LOCK)
        list(PREPEND arg_COMMAND flock --close ${CMAKE_BINARY_DIR}/${arg_LOCK}.lock)
    endif()
    # Linux shares the processors between sessions, and ctest's has too small a share on a busy machine to start many of these.
    add_test(NAME ${name} COMMAND setsid --wait /usr/bin/python3 -B ${tools}/run_test.py ${name} ${DOM_HANGS_S} ${arg_COMMAND})
    set_tests_properties(${name} PROPERTIES TIMEOUT 100000 SKIP_RETURN_CODE 77 # run_test.py has the limit
                         ENVIRONMENT "DOM_BUILD=${CMAKE_BINARY_DIR};${arg_ENVIRONMENT}")
endfunction()

# domino_scarce(ratings.unit): memory runs out when tests/tools/scarce.h says so.
function(domino_scarce target)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests/tools/scarce.c)
    foreach(name malloc calloc realloc strdup)
        target_link_options(${target} PRIVATE -Wl,--wrap=${name})
    endforeach()
endfunction()
