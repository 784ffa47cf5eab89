/* A failing disk: preloaded into a program, it makes calls on chosen files return EIO.
 *
 * FAILING_DISK_FILES is a prefix of the files' paths. FAILING_DISK is a file with one byte for each kind of call, in
 * the order of `enum call`: the percentage that fails. It is mapped, so that a change applies from the next call on.
 *
 * cc -shared -fPIC -O1 -o failing_disk.so failing_disk.c -ldl */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum call { OPEN, READ, WRITE, SYNC, TRUNCATE, CALLS };
enum { MAX_FD = 65536 };

static volatile const unsigned char *percent;
static const char *files = "";
static size_t files_length;
static volatile char concerned[MAX_FD];

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void map_percents(void) {
  const char *path = getenv("FAILING_DISK");
  const char *prefix = getenv("FAILING_DISK_FILES");
  if (path == NULL || prefix == NULL) return;
  int fd = REAL(open)(path, O_RDONLY);
  void *mapped = mmap(NULL, CALLS, PROT_READ, MAP_SHARED, fd, 0);
  if (mapped == MAP_FAILED) abort();
  close(fd);
  files = prefix;
  files_length = strlen(prefix);
  percent = mapped;
}

static int fails(enum call call) {
  static __thread unsigned int seed;
  if (seed == 0) seed = (unsigned int)(size_t)&seed ^ (unsigned int)getpid();
  if (rand_r(&seed) / 7 % 100 >= percent[call]) return 0;
  errno = EIO;
  return 1;
}

static int fails_on(enum call call, int fd) {
  return percent != NULL && fd >= 0 && fd < MAX_FD && concerned[fd] && fails(call);
}

static int is_concerned(const char *path) {
  return percent != NULL && strncmp(path, files, files_length) == 0;
}

static int opened(int fd, const char *path) {
  if (fd >= 0 && fd < MAX_FD) concerned[fd] = is_concerned(path);
  return fd;
}

#define OPENS(name)                                                    \
  int name(const char *path, int flags, ...) {                         \
    va_list more;                                                      \
    va_start(more, flags);                                             \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
    va_end(more);                                                      \
    if (is_concerned(path) && fails(OPEN)) return -1;                  \
    return opened(REAL(name)(path, flags, mode), path);                \
  }
OPENS(open)
OPENS(open64)

int close(int fd) {
  if (fd >= 0 && fd < MAX_FD) concerned[fd] = 0;
  return REAL(close)(fd);
}

#define CALLS_ON_FD(call, result, name, parameters, arguments) \
  result name parameters {                                     \
    if (fails_on(call, fd)) return -1;                         \
    return REAL(name) arguments;                               \
  }
CALLS_ON_FD(READ, ssize_t, read, (int fd, void *to, size_t length), (fd, to, length))
CALLS_ON_FD(READ, ssize_t, pread64, (int fd, void *to, size_t length, off64_t at), (fd, to, length, at))
CALLS_ON_FD(WRITE, ssize_t, write, (int fd, const void *from, size_t length), (fd, from, length))
CALLS_ON_FD(WRITE, ssize_t, pwrite64, (int fd, const void *from, size_t length, off64_t at), (fd, from, length, at))
CALLS_ON_FD(SYNC, int, fsync, (int fd), (fd))
CALLS_ON_FD(SYNC, int, fdatasync, (int fd), (fd))
CALLS_ON_FD(TRUNCATE, int, ftruncate64, (int fd, off64_t length), (fd, length))
