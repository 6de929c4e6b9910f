/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads the files of PeerInput.java: keys and signed paths as hexadecimal text. Prints results as lines of
 * "NAME VALUE". Each program measures one library; see README.md.
 */
#ifndef PATHPROOF_INPUT_H
#define PATHPROOF_INPUT_H

#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SKI_BYTES 20
#define SPKI_BYTES 91
#define PRIVATE_BYTES 121
#define MAX_PATH_BYTES 1024
#define MAX_LENGTH 5
#define GRID_STEPS 10
#define KEYS_STEP 100
#define PATHS_STEP 500

struct key {
	uint32_t asn;
	uint8_t ski[SKI_BYTES];
	uint8_t spki[SPKI_BYTES];
	uint8_t secret[PRIVATE_BYTES]; /* ECPrivateKey (RFC 5915) with curve and public key */
};

struct path {
	int length;
	uint32_t target;
	uint8_t prefix[4];
	int prefix_bits;
	int bytes; /* of the value of BGPsec_PATH */
	uint8_t value[MAX_PATH_BYTES];
};

static void fail(const char *what)
{
	fprintf(stderr, "%s\n", what);
	exit(2);
}

/* Reads hexadecimal digits and returns the number of bytes. */
static int unhex(const char *text, uint8_t *to, int max)
{
	int n = (int)strlen(text) / 2;
	if (n > max)
		fail("a value of the input is too long");
	for (int i = 0; i < n; i++) {
		unsigned value;
		if (sscanf(text + 2 * i, "%2x", &value) != 1)
			fail("a value of the input is not hexadecimal");
		to[i] = (uint8_t)value;
	}
	return n;
}

static struct key *read_keys(const char *file, int *count)
{
	FILE *in = fopen(file, "r");
	struct key *keys = NULL;
	char ski[64], spki[256], secret[256];
	uint32_t asn;
	if (!in)
		fail("cannot read the keys");
	*count = 0;
	while (fscanf(in, "%u %63s %255s %255s", &asn, ski, spki, secret) == 4) {
		keys = realloc(keys, sizeof(*keys) * (size_t)(*count + 1));
		struct key *key = &keys[(*count)++];
		key->asn = asn;
		if (unhex(ski, key->ski, SKI_BYTES) != SKI_BYTES || unhex(spki, key->spki, SPKI_BYTES) != SPKI_BYTES ||
		    unhex(secret, key->secret, PRIVATE_BYTES) != PRIVATE_BYTES)
			fail("a key of the input has a wrong length");
	}
	fclose(in);
	return keys;
}

static struct path *read_paths(const char *file, int *count)
{
	FILE *in = fopen(file, "r");
	struct path *paths = NULL;
	char prefix[16], value[2 * MAX_PATH_BYTES + 1];
	int length, bits;
	uint32_t target;
	if (!in)
		fail("cannot read the paths");
	*count = 0;
	while (fscanf(in, "%d %u %15s %d %2048s", &length, &target, prefix, &bits, value) == 5) {
		paths = realloc(paths, sizeof(*paths) * (size_t)(*count + 1));
		struct path *path = &paths[(*count)++];
		path->length = length;
		path->target = target;
		path->prefix_bits = bits;
		unhex(prefix, path->prefix, 4);
		path->bytes = unhex(value, path->value, MAX_PATH_BYTES);
	}
	fclose(in);
	return paths;
}

/* Returns the CPU time of this process in microseconds. */
static double now_us(void)
{
	struct timespec time;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

/* Returns the bytes in use on the heap, with the overhead of malloc. */
static long heap_bytes(void)
{
	struct mallinfo2 info = mallinfo2();
	return (long)(info.uordblks + info.hblkhd);
}

static void result(const char *name, int x, int y, double value)
{
	printf("%s %d %d %.4f\n", name, x, y, value);
}

#endif
