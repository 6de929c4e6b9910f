/* SPDX-License-Identifier: Apache-2.0
 *
 * The native part of the benchmark: OpenSSL called directly, and the kernels of Pathproof without a JVM. The program
 * answers each command, a line of standard input, with one line. Its turns can therefore alternate with those of the
 * JVM.
 *
 *   runner <workload file> <library or -> <processor>...
 *
 *   version                                      -> ok <text>
 *   verify | evp-verify | whole-job  <batch> <threads> <ms>   -> ok <signatures> <CPU ns of all threads> <wall ns>
 *                                                (OpenSSL; it ignores the batch)
 *   ifma | avx2 | scalar             <batch> <threads> <ms>   -> ok as above, or: absent <reason>
 *
 * Thread i runs on the i-th of the processors. All signatures of the workload are valid. The program exits with an
 * error if one does not verify. The benchmark builds the program with: cc -O2 -pthread runner.c -lcrypto -ldl
 */
#define _GNU_SOURCE
#define OPENSSL_SUPPRESS_DEPRECATED

#include <dlfcn.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The format of Workload.java, in the byte order of the machine: little-endian. */
struct head {
    char magic[8];
    uint32_t keys, signatures;
};

struct question {
    uint32_t key;
    uint16_t message_length, der_length;
    uint8_t digest[32], r[32], s[32], der[72], message[248];
};

_Static_assert(sizeof(struct question) == 424, "the records of the file have no padding");

enum { THREADS = 64, SHAPE_TEETH = 8, SHAPE_SPACING = 4 /* the table shape of the most used keys */ };

static uint32_t keys, signatures;
static uint8_t *points; /* 64 bytes each */
static struct question *questions;
static int processors[THREADS], processor_count;
static const char *library_file;

static void die(const char *why) {
    fprintf(stderr, "runner: %s\n", why);
    exit(1);
}

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (memory == NULL) die("out of memory");
    return memory;
}

static void load(const char *file) {
    FILE *in = fopen(file, "rb");
    struct head head;
    if (in == NULL || fread(&head, sizeof head, 1, in) != 1 || memcmp(head.magic, "PPP256W1", 8) != 0) die("the first argument is not a readable workload file");
    keys = head.keys;
    signatures = head.signatures;
    points = allocate(keys, 64);
    questions = allocate(signatures, sizeof *questions);
    if (fread(points, 64, keys, in) != keys || fread(questions, sizeof *questions, signatures, in) != signatures) die("the workload file is incomplete; delete it, and the benchmark writes it again");
    fclose(in);
}

static uint64_t now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* OpenSSL. */

static EVP_PKEY **pkeys;
static EC_KEY **ec_keys;
static ECDSA_SIG **parsed;

static void openssl_prepare(void) {
    if (pkeys != NULL) return;
    pkeys = allocate(keys, sizeof *pkeys);
    ec_keys = allocate(keys, sizeof *ec_keys);
    parsed = allocate(signatures, sizeof *parsed);
    for (uint32_t i = 0; i < keys; i++) {
        uint8_t point[65];
        point[0] = 4;
        memcpy(point + 1, points + 64 * (size_t)i, 64);
        OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0),
                                   OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point), OSSL_PARAM_construct_end()};
        EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
        if (context == NULL || EVP_PKEY_fromdata_init(context) != 1 ||
            EVP_PKEY_fromdata(context, &pkeys[i], EVP_PKEY_PUBLIC_KEY, parameters) != 1)
            die("OpenSSL refused a key of the workload");
        EVP_PKEY_CTX_free(context);
        ec_keys[i] = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1);
        if (ec_keys[i] == NULL || EC_KEY_oct2key(ec_keys[i], point, sizeof point, NULL) != 1) die("OpenSSL refused a key of the workload");
    }
    for (uint32_t i = 0; i < signatures; i++) {
        const uint8_t *der = questions[i].der;
        parsed[i] = d2i_ECDSA_SIG(NULL, &der, questions[i].der_length);
        if (parsed[i] == NULL) die("OpenSSL refused the DER of a signature of the workload");
    }
}

/* Verifies the signature alone, which is parsed already. */
static int openssl_verify(uint32_t i) {
    const struct question *q = &questions[i];
    return ECDSA_do_verify(q->digest, sizeof q->digest, parsed[i], ec_keys[q->key]);
}

/* Verifies DER and digest like `openssl speed ecdsap256`, but with one context for each key, because keys change. */
static int openssl_evp_verify(uint32_t i) {
    const struct question *q = &questions[i];
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(pkeys[q->key], NULL);
    int answer = context != NULL && EVP_PKEY_verify_init(context) == 1
                     ? EVP_PKEY_verify(context, q->der, q->der_length, q->digest, sizeof q->digest)
                     : -1;
    EVP_PKEY_CTX_free(context);
    return answer;
}

/* Hashes the message, parses DER and verifies the signature. */
static int openssl_whole_job(uint32_t i) {
    const struct question *q = &questions[i];
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int answer = context != NULL && EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, pkeys[q->key]) == 1
                     ? EVP_DigestVerify(context, q->der, q->der_length, q->message, q->message_length)
                     : -1;
    EVP_MD_CTX_free(context);
    return answer;
}

/* The library of Pathproof (pathproof_p256.h). */

typedef int32_t verify_function(const void *engine, const void *shape, void *workspace, int32_t count, const void *const *tables, const uint8_t *digests,
                                const uint8_t *r, const uint8_t *s, uint8_t *answers);

struct kernel {
    int number;
    void *engine, *shape;
    const char *reason; /* the reason for an absent kernel */
    void *(*workspace_new)(const void *, const void *, int32_t);
    void (*workspace_free)(void *);
    verify_function *verify;
    const void **tables; /* the key table of each signature */
};

static struct kernel kernels[3];
static uint8_t *digests, *rs, *ss;

static void *library, *(*function_memory_new)(int64_t);

static void *symbol(const char *name) {
    void *found = dlsym(library, name);
    if (found == NULL) die(name);
    return found;
}

static void kernel_prepare(struct kernel *kernel, int number) {
    if (kernel->engine != NULL || kernel->reason != NULL) return;
    kernel->number = number;
    if (library == NULL) library = strcmp(library_file, "-") == 0 ? NULL : dlopen(library_file, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        kernel->reason = "no native library";
        return;
    }
    void *(*engine_new)(int32_t) = symbol("pp_engine_new");
    void *(*shape_new)(int32_t, int32_t) = symbol("pp_shape_new");
    int64_t (*table_size)(const void *) = symbol("pp_table_size");
    int32_t (*table_build)(const void *, const void *, const uint8_t *, void *) = symbol("pp_table_build");
    function_memory_new = symbol("pp_memory_new");
    kernel->workspace_new = symbol("pp_workspace_new");
    kernel->workspace_free = symbol("pp_workspace_free");
    kernel->verify = symbol("pp_verify");
    kernel->engine = engine_new(number);
    kernel->shape = shape_new(SHAPE_TEETH, SHAPE_SPACING);
    if (kernel->engine == NULL || kernel->shape == NULL) {
        kernel->engine = NULL;
        kernel->reason = "this processor cannot run it";
        return;
    }
    int64_t size = table_size(kernel->shape);
    uint8_t *memory = function_memory_new(size * keys);
    if (memory == NULL) die("out of memory");
    for (uint32_t i = 0; i < keys; i++) {
        if (table_build(kernel->engine, kernel->shape, points + 64 * (size_t)i, memory + size * i) != 0) die("a kernel could not build the table of a key");
    }
    kernel->tables = allocate(signatures, sizeof *kernel->tables);
    if (digests == NULL) {
        digests = allocate(signatures, 32);
        rs = allocate(signatures, 32);
        ss = allocate(signatures, 32);
    }
    for (uint32_t i = 0; i < signatures; i++) {
        kernel->tables[i] = memory + size * questions[i].key;
        memcpy(digests + 32 * (size_t)i, questions[i].digest, 32);
        memcpy(rs + 32 * (size_t)i, questions[i].r, 32);
        memcpy(ss + 32 * (size_t)i, questions[i].s, 32);
    }
}

/* A turn of one thread. */

struct turn {
    int (*one)(uint32_t); /* verifies one signature with OpenSSL; NULL for a kernel */
    struct kernel *kernel;
    int batch, threads, index;
    uint64_t wall;
    pthread_barrier_t *start;
    uint64_t done, cpu_used, wall_used; /* the result */
};

static void pin(int index) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processors[index % processor_count], &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) die("a thread could not be bound to its processor");
}

static void run_kernel(struct turn *turn, uint32_t *at, void *workspace, uint8_t *answers) {
    uint32_t count = (uint32_t)turn->batch;
    if (*at + count > signatures) *at = 0;
    struct kernel *kernel = turn->kernel;
    size_t bytes = 32 * (size_t)*at;
    if (kernel->verify(kernel->engine, kernel->shape, workspace, (int32_t)count, kernel->tables + *at, digests + bytes, rs + bytes, ss + bytes, answers) != 0)
        die("a kernel returned PP_UNDECIDED for a signature of the workload");
    for (uint32_t i = 0; i < count; i++)
        if (answers[i] != 1) die("a kernel refused a valid signature of the workload");
    *at += count;
    turn->done += count;
}

static void *run(void *argument) {
    struct turn *turn = argument;
    pin(turn->index);
    uint32_t at = (uint32_t)((uint64_t)signatures * (uint32_t)turn->index / (uint32_t)turn->threads);
    void *workspace = NULL;
    uint8_t *answers = NULL;
    if (turn->kernel != NULL) {
        int32_t inside = turn->batch < 512 ? turn->batch : 512;
        workspace = turn->kernel->workspace_new(turn->kernel->engine, turn->kernel->shape, inside);
        answers = allocate((size_t)turn->batch, 1);
        if (workspace == NULL) die("out of memory");
    }
    /* The first call is not counted, because it maps pages. */
    if (turn->kernel != NULL) run_kernel(turn, &at, workspace, answers);
    turn->done = 0;
    pthread_barrier_wait(turn->start);
    uint64_t cpu = now(CLOCK_THREAD_CPUTIME_ID), wall = now(CLOCK_MONOTONIC), end = wall + turn->wall;
    do {
        if (turn->kernel != NULL) {
            run_kernel(turn, &at, workspace, answers);
        } else {
            if (at == signatures) at = 0;
            if (turn->one(at++) != 1) die("OpenSSL refused a valid signature of the workload");
            turn->done++;
        }
    } while (now(CLOCK_MONOTONIC) < end);
    turn->cpu_used = now(CLOCK_THREAD_CPUTIME_ID) - cpu;
    turn->wall_used = now(CLOCK_MONOTONIC) - wall;
    if (workspace != NULL) turn->kernel->workspace_free(workspace);
    free(answers);
    return NULL;
}

static void answer(struct turn *pattern, int threads, long milliseconds) {
    struct turn turns[THREADS];
    pthread_t ids[THREADS];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, (unsigned)threads);
    for (int i = 0; i < threads; i++) {
        turns[i] = *pattern;
        turns[i].index = i;
        turns[i].threads = threads;
        turns[i].wall = (uint64_t)milliseconds * 1000000u;
        turns[i].start = &start;
        if (pthread_create(&ids[i], NULL, run, &turns[i]) != 0) die("could not start a thread");
    }
    uint64_t done = 0, cpu = 0, wall = 0;
    for (int i = 0; i < threads; i++) {
        pthread_join(ids[i], NULL);
        done += turns[i].done;
        cpu += turns[i].cpu_used;
        if (turns[i].wall_used > wall) wall = turns[i].wall_used;
    }
    pthread_barrier_destroy(&start);
    printf("ok %llu %llu %llu\n", (unsigned long long)done, (unsigned long long)cpu, (unsigned long long)wall);
}

static void obey(const char *what, int batch, int threads, long milliseconds) {
    struct turn turn = {.batch = batch};
    if (strcmp(what, "verify") == 0) turn.one = openssl_verify;
    if (strcmp(what, "evp-verify") == 0) turn.one = openssl_evp_verify;
    if (strcmp(what, "whole-job") == 0) turn.one = openssl_whole_job;
    if (turn.one != NULL) {
        openssl_prepare();
    } else if (strcmp(what, "scalar") == 0 || strcmp(what, "ifma") == 0 || strcmp(what, "avx2") == 0) {
        int number = strcmp(what, "ifma") == 0 ? 1 : strcmp(what, "avx2") == 0 ? 2 : 0;
        turn.kernel = &kernels[number];
        kernel_prepare(turn.kernel, number);
        if (turn.kernel->reason != NULL) {
            printf("absent %s\n", turn.kernel->reason);
            return;
        }
    } else {
        die("unknown command");
    }
    answer(&turn, threads, milliseconds);
}

int main(int argc, char **argv) {
    if (argc < 4 || argc - 3 > THREADS) die("usage: runner <workload file> <library or -> <processor>...");
    load(argv[1]);
    library_file = argv[2];
    for (int i = 3; i < argc; i++) processors[processor_count++] = atoi(argv[i]);
    pin(0);
    char line[128], what[32];
    int batch, threads;
    long milliseconds;
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strcmp(line, "version\n") == 0) {
            printf("ok %s\n", OpenSSL_version(OPENSSL_VERSION));
        } else if (sscanf(line, "%31s %d %d %ld", what, &batch, &threads, &milliseconds) == 4 && batch > 0 && (uint32_t)batch <= signatures && threads > 0 &&
                   threads <= THREADS) {
            obey(what, batch, threads, milliseconds);
        } else {
            die("unknown command");
        }
        fflush(stdout);
    }
    return 0;
}
