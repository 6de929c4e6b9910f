/* SPDX-License-Identifier: Apache-2.0
 *
 * Measures the crypto plug-in of BGP-SRx (libSRxBGPSecOpenSSL): memory of a router key and of a path, and the time to
 * load a key, to validate, and to sign. The plug-in converts keys once, at their registration. `parse` is the
 * generation of the hash message, which holds the parsed path.
 */
#include "input.h"

#include <arpa/inet.h>
#include <srx/srxcryptoapi.h>
#include <syslog.h>

/* Functions of the plug-in. The library SRxCryptoAPI finds them by name in its configuration. */
int init(const char *value, int debug_level, sca_status_t *status);
int validate(SCA_BGPSecValidationData *data);
int sign(int count, SCA_BGPSecSignData **data);
int freeHashMessage(SCA_HashMessage *message);
int freeSignature(SCA_Signature *signature);
u_int8_t registerPublicKey(BGPSecKey *key, sca_key_source_t source, sca_status_t *status);
u_int8_t registerPrivateKey(BGPSecKey *key, sca_status_t *status);

#define SOURCE 1
#define HEADER_BYTES 4

/* The attribute with its header, which the library expects. */
struct attribute {
	uint8_t bytes[HEADER_BYTES + MAX_PATH_BYTES];
	SCA_Prefix prefix;
};

static void add(struct key *key, int is_private)
{
	BGPSecKey to;
	sca_status_t status = API_STATUS_OK;
	memset(&to, 0, sizeof(to));
	to.algoID = SCA_ECDSA_ALGORITHM;
	to.asn = htonl(key->asn);
	memcpy(to.ski, key->ski, SKI_BYTES);
	to.keyLength = is_private ? PRIVATE_BYTES : SPKI_BYTES;
	to.keyData = is_private ? key->secret : key->spki;
	u_int8_t added = is_private ? registerPrivateKey(&to, &status) : registerPublicKey(&to, SOURCE, &status);
	if (added != API_SUCCESS)
		fail("BGP-SRx refused a key");
}

/* The plug-in cannot remove the keys of a source, so the number of keys only grows. */
static void measure_keys(struct key *keys)
{
	int all = GRID_STEPS * KEYS_STEP;
	double loading = 0;
	long before = heap_bytes();
	for (int i = 0; i < all; i++) {
		double start = now_us();
		add(&keys[i], 0);
		loading += now_us() - start;
		if ((i + 1) % KEYS_STEP == 0)
			result("key_memory", i + 1, 0, (double)(heap_bytes() - before));
	}
	result("load_public_key", all, 0, loading / all);
	double start = now_us();
	for (int i = 0; i < all; i++)
		add(&keys[i], 1);
	result("load_private_key", all, 0, (now_us() - start) / all);
}

static void prepare(struct path *path, struct attribute *to, SCA_BGPSecValidationData *data)
{
	memset(to, 0, sizeof(*to));
	memset(data, 0, sizeof(*data));
	to->bytes[0] = SCA_BGP_UPD_A_FLAGS_EXT_LENGTH;
	to->bytes[1] = 33; /* BGPsec_PATH */
	to->bytes[2] = (uint8_t)(path->bytes >> 8);
	to->bytes[3] = (uint8_t)path->bytes;
	memcpy(to->bytes + HEADER_BYTES, path->value, (size_t)path->bytes);
	to->prefix.afi = htons(1);
	to->prefix.safi = 1;
	to->prefix.length = (u_int8_t)path->prefix_bits;
	memcpy(to->prefix.addr.ip, path->prefix, sizeof(path->prefix));
	data->myAS = htonl(path->target);
	data->bgpsec_path_attr = to->bytes;
	data->nlri = &to->prefix;
}

/* The receiver of the path sends it to another AS. */
static void sign_path(SCA_BGPSecValidationData *data, struct key *key)
{
	SCA_BGPSEC_SecurePathSegment host = {1, 0, htonl(key->asn)};
	SCA_BGPSecSignData to;
	SCA_BGPSecSignData *all[] = {&to};
	memset(&to, 0, sizeof(to));
	to.peerAS = htonl(key->asn + 1);
	to.myHost = &host;
	to.nlri = data->nlri;
	to.myASN = htonl(key->asn);
	to.ski = key->ski;
	to.algorithmID = SCA_ECDSA_ALGORITHM;
	to.hashMessage = data->hashMessage[0];
	if (sign(1, all) != API_SUCCESS || to.signature == NULL)
		fail("BGP-SRx cannot sign");
	freeSignature(to.signature);
}

static void measure_paths(struct key *keys, int key_count, struct path *paths, int count)
{
	for (int from = 0; from < count;) {
		int length = paths[from].length, to = from;
		while (to < count && paths[to].length == length)
			to++;
		double parsing = 0, validating = 0, signing = 0;
		struct attribute *attributes = malloc(sizeof(*attributes) * (size_t)(to - from));
		SCA_BGPSecValidationData *data = malloc(sizeof(*data) * (size_t)(to - from));
		for (int i = 0; i < to - from; i++)
			prepare(&paths[from + i], &attributes[i], &data[i]);
		long before = heap_bytes();
		for (int i = 0; i < to - from; i++) {
			sca_status_t status = API_STATUS_OK;
			double start = now_us();
			if (sca_generateHashMessage(&data[i], SCA_ECDSA_ALGORITHM, &status) <= 0)
				fail("BGP-SRx cannot parse a path");
			parsing += now_us() - start;
			if ((i + 1) % PATHS_STEP == 0)
				result("path_memory", length, i + 1, (double)(heap_bytes() - before));
		}
		for (int i = 0; i < to - from; i++) {
			double start = now_us();
			if (validate(&data[i]) != API_VALRESULT_VALID)
				fail("BGP-SRx finds a valid path not valid");
			validating += now_us() - start;
			if ((i + 1) % PATHS_STEP == 0)
				result("validate_total", length, i + 1, validating);
		}
		for (int i = 0; i < to - from; i++) {
			double start = now_us();
			sign_path(&data[i], &keys[key_count - 1]);
			signing += now_us() - start;
			if ((i + 1) % PATHS_STEP == 0)
				result("sign_total", length, i + 1, signing);
			freeHashMessage(data[i].hashMessage[0]);
		}
		result("parse", length, to - from, parsing / (to - from));
		result("validate", length, to - from, validating / (to - from));
		result("sign", length, to - from, signing / (to - from));
		free(attributes);
		free(data);
		from = to;
	}
}

int main(int argc, char **argv)
{
	int keys_read, paths_read;
	sca_status_t status = API_STATUS_OK;
	if (argc != 3)
		fail("usage: srx KEYS PATHS");
	/* The plug-in prints a banner, so that results begin after this line. */
	if (init(NULL, LOG_ERR, &status) != API_SUCCESS)
		fail("BGP-SRx cannot start");
	printf("\nresults\n");
	struct key *keys = read_keys(argv[1], &keys_read);
	struct path *paths = read_paths(argv[2], &paths_read);
	if (keys_read < GRID_STEPS * KEYS_STEP)
		fail("the input has too few keys");
	measure_keys(keys);
	measure_paths(keys, keys_read, paths, paths_read);
	return 0;
}
