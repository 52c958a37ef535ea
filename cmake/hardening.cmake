# What makes a fault in our own C hard to use, in all that is installed: part of dom_options. What the compiler or
# the linker does not know is left out; tests/installed looks at the result.
#
# Not with sanitizers: they find what this only stops, and do not see the calls that _FORTIFY_SOURCE replaces.
include(CheckCCompilerFlag)
include(CheckCSourceCompiles)
include(CheckLinkerFlag)
include(CheckPIESupported)

option(DOM_HARDEN "Hardening flags; never with DOM_SANITIZE" ON)
if(NOT DOM_HARDEN OR DOM_SANITIZE)
    return()
endif()

foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection)
    string(MAKE_C_IDENTIFIER DOM_HAS${flag} known)
    check_c_compiler_flag(${flag} ${known})
    if(${known})
        target_compile_options(dom_options INTERFACE ${flag})
    endif()
endforeach()

foreach(flag relro now noexecstack)
    check_linker_flag(C LINKER:-z,${flag} DOM_HAS_Z_${flag})
    if(DOM_HAS_Z_${flag})
        target_link_options(dom_options INTERFACE LINKER:-z,${flag})
    endif()
endforeach()

# Only optimised code can be checked, and an older libc or compiler warns about what it does not know.
foreach(level 3 2)
    set(fortify -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=${level})
    list(JOIN fortify " " CMAKE_REQUIRED_FLAGS)
    string(APPEND CMAKE_REQUIRED_FLAGS " -O2 -Werror")
    check_c_source_compiles("#include <string.h>\nint main(void) { return 0; }" DOM_HAS_FORTIFY_${level})
    unset(CMAKE_REQUIRED_FLAGS)
    if(DOM_HAS_FORTIFY_${level})
        target_compile_options(dom_options INTERFACE
                               "$<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:${fortify}>")
        break()
    endif()
endforeach()

# Programs at random addresses. What they are linked of need not also be ready for a shared library.
check_pie_supported(LANGUAGES C)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
target_compile_options(dom_options INTERFACE $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,STATIC_LIBRARY>:-fPIE>)
