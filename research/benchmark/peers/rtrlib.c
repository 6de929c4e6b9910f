/* SPDX-License-Identifier: Apache-2.0
 *
 * Measures the BGPsec functions of RTRlib, which FRR's BGPsec fork calls: memory of a router key and of a path, and
 * the time to load a key, to validate, and to sign. RTRlib has no parser of BGPsec_PATH, so `parse` is the conversion
 * of the attribute into its structures.
 */
#include "input.h"

#include "rtrlib/bgpsec/bgpsec_private.h"
#include "rtrlib/spki/hashtable/ht-spkitable_private.h"

/* Defined in bgpsec.c without a declaration in a header. */
int load_public_key(EC_KEY **pub_key, uint8_t *spki);
int load_private_key(EC_KEY **priv_key, uint8_t *bytes_key);

static uint16_t u16(const uint8_t *at)
{
	return (uint16_t)(at[0] << 8 | at[1]);
}

static uint32_t u32(const uint8_t *at)
{
	return (uint32_t)u16(at) << 16 | u16(at + 2);
}

static void fill(struct rtr_spki_table *table, struct key *keys, int from, int to)
{
	for (int i = from; i < to; i++) {
		struct rtr_spki_record record;
		memset(&record, 0, sizeof(record));
		record.asn = keys[i].asn;
		memcpy(record.ski, keys[i].ski, SKI_BYTES);
		memcpy(record.spki, keys[i].spki, SPKI_BYTES);
		if (spki_table_add_entry(table, &record) != RTR_SPKI_SUCCESS)
			fail("RTRlib refused a key");
	}
}

/* The value is the Secure_Path and one Signature_Block (RFC 8205 section 3). */
static struct rtr_bgpsec *parse(struct path *path)
{
	struct rtr_bgpsec_nlri *nlri = rtr_bgpsec_nlri_new((path->prefix_bits + 7) / 8);
	nlri->afi = BGPSEC_IPV4;
	nlri->safi = 1;
	nlri->nlri_len = (uint8_t)path->prefix_bits;
	memcpy(nlri->nlri, path->prefix, (size_t)(path->prefix_bits + 7) / 8);
	uint8_t *segments = path->value + 2;
	uint8_t *block = path->value + u16(path->value);
	struct rtr_bgpsec *bgpsec =
		rtr_bgpsec_new(block[2], 1, BGPSEC_IPV4, path->target, path->target, nlri);
	for (uint8_t *at = segments; at < block; at += 6)
		rtr_bgpsec_append_sec_path_seg(bgpsec, rtr_bgpsec_new_secure_path_seg(at[0], at[1], u32(at + 2)));
	for (uint8_t *at = block + 3; at < block + u16(block); at += SKI_BYTES + 2 + u16(at + SKI_BYTES)) {
		struct rtr_signature_seg *segment =
			rtr_bgpsec_new_signature_seg(at, u16(at + SKI_BYTES), at + SKI_BYTES + 2);
		if (rtr_bgpsec_append_sig_seg(bgpsec, segment) != RTR_BGPSEC_SUCCESS)
			fail("RTRlib refused a signature");
	}
	return bgpsec;
}

static void measure_keys(struct key *keys)
{
	for (int step = 1; step <= GRID_STEPS; step++) {
		struct rtr_spki_table table;
		spki_table_init(&table, NULL);
		long before = heap_bytes();
		fill(&table, keys, 0, step * KEYS_STEP);
		result("key_memory", step * KEYS_STEP, 0, (double)(heap_bytes() - before));
		spki_table_free(&table);
	}
	int loads = GRID_STEPS * KEYS_STEP;
	EC_KEY *loaded = NULL;
	load_public_key(&loaded, keys[0].spki);
	EC_KEY_free(loaded);
	double start = now_us();
	for (int i = 0; i < loads; i++) {
		if (load_public_key(&loaded, keys[i].spki) != RTR_BGPSEC_SUCCESS)
			fail("RTRlib cannot load a public key");
		EC_KEY_free(loaded);
	}
	result("load_public_key", loads, 0, (now_us() - start) / loads);
	start = now_us();
	for (int i = 0; i < loads; i++) {
		if (load_private_key(&loaded, keys[i].secret) != RTR_BGPSEC_SUCCESS)
			fail("RTRlib cannot load a private key");
		EC_KEY_free(loaded);
	}
	result("load_private_key", loads, 0, (now_us() - start) / loads);
}

/* The speaker after the last hop signs: its segment is prepended, and the target is the next AS. */
static void sign(struct rtr_bgpsec *bgpsec, struct key *key)
{
	struct rtr_signature_seg *signature = NULL;
	rtr_bgpsec_prepend_sec_path_seg(bgpsec, rtr_bgpsec_new_secure_path_seg(1, 0, key->asn));
	if (rtr_bgpsec_generate_signature(bgpsec, key->secret, &signature) != RTR_BGPSEC_SUCCESS)
		fail("RTRlib cannot sign");
	rtr_bgpsec_free_signatures(signature);
}

static void measure_paths(struct key *keys, int key_count, struct path *paths, int count)
{
	struct rtr_spki_table table;
	struct rtr_bgpsec **parsed = malloc(sizeof(*parsed) * (size_t)count);
	spki_table_init(&table, NULL);
	fill(&table, keys, 0, key_count);
	for (int from = 0; from < count;) {
		int length = paths[from].length, to = from;
		double parsing = 0, validating = 0, signing = 0;
		long before = heap_bytes();
		while (to < count && paths[to].length == length) {
			double start = now_us();
			parsed[to] = parse(&paths[to]);
			parsing += now_us() - start;
			to++;
			if ((to - from) % PATHS_STEP == 0)
				result("path_memory", length, to - from, (double)(heap_bytes() - before));
		}
		for (int i = from; i < to; i++) {
			double start = now_us();
			if (rtr_bgpsec_validate_as_path(parsed[i], &table) != RTR_BGPSEC_VALID)
				fail("RTRlib finds a valid path not valid");
			validating += now_us() - start;
			if ((i + 1 - from) % PATHS_STEP == 0)
				result("validate_total", length, i + 1 - from, validating);
		}
		for (int i = from; i < to; i++) {
			double start = now_us();
			sign(parsed[i], &keys[key_count - 1]);
			signing += now_us() - start;
			if ((i + 1 - from) % PATHS_STEP == 0)
				result("sign_total", length, i + 1 - from, signing);
			rtr_bgpsec_free(parsed[i]);
		}
		result("parse", length, to - from, parsing / (to - from));
		result("validate", length, to - from, validating / (to - from));
		result("sign", length, to - from, signing / (to - from));
		from = to;
	}
	spki_table_free(&table);
}

int main(int argc, char **argv)
{
	int keys_read, paths_read;
	if (argc != 3)
		fail("usage: rtrlib KEYS PATHS");
	struct key *keys = read_keys(argv[1], &keys_read);
	struct path *paths = read_paths(argv[2], &paths_read);
	if (keys_read < GRID_STEPS * KEYS_STEP)
		fail("the input has too few keys");
	measure_keys(keys);
	measure_paths(keys, keys_read, paths, paths_read);
	return 0;
}
