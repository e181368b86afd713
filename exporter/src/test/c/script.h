/*
 * The script that drives a double: lines of `SCOPE KEY VALUE`, read anew whenever the file changes.
 *
 * A scope is `system`, `call`, a device (`gpu0`) or a part of one (`gpu0/mig1`); `gpu*` stands for every GPU that has
 * no line of its own, `gpu*` + `/mig*` for every instance. What no line tells, the device does not support.
 *
 * A value is a number, a text to the end of the line, or:
 *     @15              no value: the call returns this code
 *     100+2.5/s        a number that grows with time
 *     wrap32 100+2.5/s the same, as a counter of 32 bits shows it
 *     hang             the call does not return before this line changes
 *     slow 200 VALUE   the call takes so many milliseconds
 *
 * `call NAME VALUE` does that to a function whoever is asked, `gpu0 NAME VALUE` to one device. `system clock 12.5`
 * stops time there; without it, time runs from when the library was loaded.
 */
#ifndef SCRIPT_H
#define SCRIPT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SCRIPT_OK = 0, SCRIPT_SILENT = -1, SCRIPT_SLOTS = 1 << 14, SCRIPT_TEXT = 512 };

/* What a line says: a value, a code to return, or nothing. */
typedef struct {
    int code; /* SCRIPT_OK, SCRIPT_SILENT, or what `@` says */
    double number;
    char text[SCRIPT_TEXT];
} answer;

typedef struct {
    char *key; /* "SCOPE KEY" */
    char *value;
} script_line;

static pthread_mutex_t script_lock = PTHREAD_MUTEX_INITIALIZER;
static script_line script_table[SCRIPT_SLOTS];
static char *script_text;
static char script_path[4096];
static struct stat script_seen;
static double script_born;

static double script_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static void script_sleep(double seconds) {
    struct timespec pause = {(time_t)seconds, (long)((seconds - (time_t)seconds) * 1e9)};
    nanosleep(&pause, NULL);
}

static unsigned script_slot(const char *key) {
    unsigned hash = 2166136261u;
    for (const char *at = key; *at; at++) {
        hash = (hash ^ (unsigned char)*at) * 16777619u;
    }
    unsigned slot = hash % SCRIPT_SLOTS;
    while (script_table[slot].key && strcmp(script_table[slot].key, key) != 0) {
        slot = (slot + 1) % SCRIPT_SLOTS;
    }
    return slot;
}

static void script_take(char *line) {
    char *scope = strtok_r(line, " ", &line);
    char *key = scope ? strtok_r(NULL, " ", &line) : NULL;
    if (!key || scope[0] == '#') {
        return;
    }
    /* Both words in one: the blank between them is put back. */
    key[-1] = ' ';
    unsigned slot = script_slot(scope);
    script_table[slot].key = scope;
    script_table[slot].value = line;
}

static void script_read(void) {
    FILE *file = fopen(script_path, "r");
    if (!file) {
        return;
    }
    struct stat now;
    fstat(fileno(file), &now);
    char *text = malloc((size_t)now.st_size + 1);
    size_t length = fread(text, 1, (size_t)now.st_size, file);
    fclose(file);
    text[length] = 0;
    memset(script_table, 0, sizeof script_table);
    free(script_text);
    script_text = text;
    char *rest = text;
    for (char *line = strsep(&rest, "\n"); line; line = strsep(&rest, "\n")) {
        script_take(line);
    }
    script_seen = now;
}

/* The script lies beside the library: each copy of the library has its own. */
__attribute__((constructor)) static void script_begin(void) {
    Dl_info me;
    script_born = script_now();
    if (dladdr((void *)script_begin, &me) && me.dli_fname) {
        const char *slash = strrchr(me.dli_fname, '/');
        int folder = slash ? (int)(slash - me.dli_fname) + 1 : 0;
        snprintf(script_path, sizeof script_path, "%.*sscript.txt", folder, me.dli_fname);
    }
}

/* At the beginning of each call, and while one hangs. */
static void script_refresh(void) {
    struct stat now;
    pthread_mutex_lock(&script_lock);
    if (stat(script_path, &now) == 0
        && (now.st_ino != script_seen.st_ino || now.st_size != script_seen.st_size
            || now.st_mtim.tv_nsec != script_seen.st_mtim.tv_nsec
            || now.st_mtim.tv_sec != script_seen.st_mtim.tv_sec)) {
        script_read();
    }
    pthread_mutex_unlock(&script_lock);
}

/* "gpu12/mig3" as "gpu*" + "/mig*"; false where there is nothing to generalize. */
static bool script_any(const char *scope, char *any, size_t size) {
    size_t length = 0;
    bool changed = false;
    for (const char *at = scope; *at && length + 2 < size;) {
        if (*at >= '0' && *at <= '9') {
            any[length++] = '*';
            changed = true;
            while (*at >= '0' && *at <= '9') {
                at++;
            }
        } else {
            any[length++] = *at++;
        }
    }
    any[length] = 0;
    return changed;
}

static bool script_find(const char *scope, const char *key, char *value) {
    char both[SCRIPT_TEXT];
    pthread_mutex_lock(&script_lock);
    snprintf(both, sizeof both, "%s %s", scope, key);
    const char *found = script_table[script_slot(both)].value;
    char any[SCRIPT_TEXT / 2];
    if (!found && script_any(scope, any, sizeof any)) {
        snprintf(both, sizeof both, "%s %s", any, key);
        found = script_table[script_slot(both)].value;
    }
    if (found) {
        snprintf(value, SCRIPT_TEXT, "%s", found);
    }
    pthread_mutex_unlock(&script_lock);
    return found != NULL;
}

static double script_clock(void) {
    char value[SCRIPT_TEXT];
    return script_find("system", "clock", value) ? strtod(value, NULL) : script_now() - script_born;
}

/* What the script says of a key, after any wait that it asks for. */
static answer ask(const char *scope, const char *key) {
    answer said = {SCRIPT_SILENT, 0, ""};
    char value[SCRIPT_TEXT];
    if (!script_find(scope, key, value)) {
        return said;
    }
    while (strcmp(value, "hang") == 0) {
        script_sleep(0.005);
        script_refresh();
        if (!script_find(scope, key, value)) {
            return said;
        }
    }
    char *rest = value;
    if (strncmp(rest, "slow ", 5) == 0) {
        script_sleep(strtod(rest + 5, &rest) / 1000);
        rest += *rest == ' ';
    }
    if (*rest == 0) {
        return said;
    }
    if (*rest == '@') {
        said.code = atoi(rest + 1);
        return said;
    }
    said.code = SCRIPT_OK;
    snprintf(said.text, sizeof said.text, "%s", rest);
    bool wraps = strncmp(rest, "wrap32 ", 7) == 0;
    said.number = strtod(rest + (wraps ? 7 : 0), &rest);
    if (*rest == '+') {
        said.number += strtod(rest + 1, NULL) * script_clock();
    }
    if (wraps) {
        said.number = fmod(said.number, 4294967296.0);
    }
    return said;
}

__attribute__((format(printf, 2, 3))) static answer askf(const char *scope, const char *format, ...) {
    char key[SCRIPT_TEXT / 2];
    va_list args;
    va_start(args, format);
    vsnprintf(key, sizeof key, format, args);
    va_end(args);
    return ask(scope, key);
}

static double number(const char *scope, const char *key, double otherwise) {
    answer said = ask(scope, key);
    return said.code == SCRIPT_OK ? said.number : otherwise;
}

static void copy_text(char *to, unsigned size, const char *text) {
    if (to && size > 0) {
        snprintf(to, size, "%s", text);
    }
}

/* How often each function was called, for tests to ask. */
enum { CALLS_MAX = 256 };
static struct {
    const char *name;
    long count;
} script_calls[CALLS_MAX];
static long script_inside;

static void script_count(const char *name) {
    for (int i = 0; i < CALLS_MAX; i++) {
        const char *none = NULL;
        if (__atomic_load_n(&script_calls[i].name, __ATOMIC_ACQUIRE) == NULL) {
            __atomic_compare_exchange_n(&script_calls[i].name, &none, name, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
        }
        if (strcmp(script_calls[i].name, name) == 0) {
            __atomic_add_fetch(&script_calls[i].count, 1, __ATOMIC_RELAXED);
            return;
        }
    }
}

__attribute__((visibility("default"))) long double_calls(const char *name) {
    for (int i = 0; i < CALLS_MAX && script_calls[i].name; i++) {
        if (strcmp(script_calls[i].name, name) == 0) {
            return script_calls[i].count;
        }
    }
    return 0;
}

/* Calls that have not returned. */
__attribute__((visibility("default"))) long double_inside(void) {
    return __atomic_load_n(&script_inside, __ATOMIC_RELAXED);
}

/* Takes note of a call, and does what the script says of the function: returns SCRIPT_OK, or the code to return. */
static int called(const char *scope, const char *name) {
    script_refresh();
    script_count(name);
    __atomic_add_fetch(&script_inside, 1, __ATOMIC_RELAXED);
    answer said = ask(scope, name);
    if (said.code == SCRIPT_SILENT) {
        said = ask("call", name);
    }
    __atomic_sub_fetch(&script_inside, 1, __ATOMIC_RELAXED);
    return said.code == SCRIPT_SILENT ? SCRIPT_OK : said.code;
}

#endif
