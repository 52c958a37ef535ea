# Write the commit of a checkout as a C string NAME: cmake -DFROM=folder -DTO=file.c -DNAME=symbol -P commit.cmake
#
# It is 12 digits of the commit, and "+" if a file that git knows differs from it. In a folder that `git archive` wrote, it is
# what .gitattributes has put into the text below; elsewhere it is empty. The file is only written if the commit is another one.
set(archived "$Format:%H$")
set(commit "")
if(EXISTS ${FROM}/.git)
    execute_process(COMMAND git -C ${FROM} rev-parse --short=12 HEAD OUTPUT_VARIABLE commit
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    # Unlike `git diff-index` this looks into files whose time or owner is another one, as in a copy of the checkout.
    execute_process(COMMAND git -C ${FROM} status --porcelain --untracked-files=no OUTPUT_VARIABLE changes ERROR_QUIET)
    if(commit AND changes)
        string(APPEND commit "+")
    endif()
elseif(archived MATCHES "^[0-9a-f]+$")
    string(SUBSTRING ${archived} 0 12 commit)
endif()

set(text "extern const char ${NAME}[];\nconst char ${NAME}[] = \"${commit}\";\n")
set(old "")
if(EXISTS ${TO})
    file(READ ${TO} old)
endif()
if(NOT old STREQUAL text)
    file(WRITE ${TO} "${text}")
endif()
