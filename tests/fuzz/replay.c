/* Runs a fuzz target on files and on the files of folders, so that a corpus is an ordinary test
 * with any compiler. The exit status is 0 if no file crashed the target. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        return 1;
    }
    size_t size = (size_t)ftell(file);
    rewind(file);
    uint8_t *data = malloc(size + 1); /* malloc(0) may be NULL */
    int failed = data == NULL || fread(data, 1, size, file) != size;
    if (!failed)
        (void)LLVMFuzzerTestOneInput(data, size);
    free(data);
    (void)fclose(file);
    return failed;
}

static int replay_folder(const char *path, DIR *folder)
{
    int failed = 0, files = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char name[4096];
        if (entry->d_name[0] == '.')
            continue;
        (void)snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        failed |= replay_file(name);
        files++;
    }
    printf("%s: %d files\n", path, files);
    return failed || files == 0;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        failed |= folder ? replay_folder(argv[i], folder) : replay_file(argv[i]);
        if (folder)
            (void)closedir(folder);
    }
    return failed;
}
