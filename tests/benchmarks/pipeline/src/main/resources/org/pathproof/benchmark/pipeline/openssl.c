/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies signatures of a workload with OpenSSL, on one thread, for a given time. Each verification hashes the
 * message with SHA-256, parses the signature from DER and verifies it. Keys are loaded before the measurement. Prints
 * the signatures per second of CPU time and the version of OpenSSL.
 *
 *   openssl <file that BaselineWriter.java wrote> <milliseconds>
 */
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct question {
    uint32_t key, message_length, signature_length;
    uint8_t *message, *signature;
};

static void die(const char *why) {
    printf("%s\n", why);
    exit(1);
}

static void get(void *to, size_t size, FILE *in) {
    if (fread(to, size, 1, in) != 1) die("the workload file is incomplete");
}

static uint8_t *octets(uint32_t length, FILE *in) {
    uint8_t *to = malloc(length);
    if (to == NULL) die("out of memory");
    get(to, length, in);
    return to;
}

static EVP_PKEY *key(FILE *in) {
    uint8_t point[65] = {4};
    get(point + 1, 64, in);
    OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0),
                               OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point), OSSL_PARAM_construct_end()};
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    EVP_PKEY *made = NULL;
    if (context == NULL || EVP_PKEY_fromdata_init(context) != 1 || EVP_PKEY_fromdata(context, &made, EVP_PKEY_PUBLIC_KEY, parameters) != 1)
        die("OpenSSL refused a key of the workload");
    EVP_PKEY_CTX_free(context);
    return made;
}

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
    FILE *in = argc == 3 ? fopen(argv[1], "rb") : NULL;
    if (in == NULL) die("usage: openssl <file> <milliseconds>");
    uint32_t counts[2];
    get(counts, sizeof counts, in);
    EVP_PKEY **keys = calloc(counts[0] + 1, sizeof *keys);
    struct question *questions = calloc(counts[1] + 1, sizeof *questions);
    if (keys == NULL || questions == NULL || counts[1] == 0) die("the workload file has no signatures, or there is no memory for them");
    for (uint32_t i = 0; i < counts[0]; i++) keys[i] = key(in);
    for (uint32_t i = 0; i < counts[1]; i++) {
        struct question *q = &questions[i];
        get(&q->key, 3 * sizeof(uint32_t), in);
        q->message = octets(q->message_length, in);
        q->signature = octets(q->signature_length, in);
    }
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    double start = cpu_seconds(), end = start + atof(argv[2]) / 1000;
    uint64_t done = 0;
    for (uint32_t i = 0; cpu_seconds() < end; i = (i + 1) % counts[1], done++) {
        struct question *q = &questions[i];
        if (EVP_MD_CTX_reset(context) != 1 || EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, keys[q->key]) != 1 ||
            EVP_DigestVerify(context, q->signature, q->signature_length, q->message, q->message_length) != 1)
            die("OpenSSL refused a valid signature of the workload");
    }
    printf("%.0f %s\n", (double)done / (cpu_seconds() - start), OpenSSL_version(OPENSSL_VERSION));
    return 0;
}
