/* SPDX-License-Identifier: Apache-2.0
 *
 * Tests whole verifications through the interface of the library, with every kernel that runs here: every exceptional
 * case in every addition of the tested shapes of tables, in every lane; numbers at the limits; batches of many sizes;
 * arrays that end at the end of readable memory. The test is meant for AddressSanitizer and
 * UndefinedBehaviorSanitizer, for other processors under qemu, and for any build of the library.
 *
 * usage: verify_test [seed [all | one]]: "all" tests all shapes of the library, "one" only the first one. The
 * default is the shapes that Pathproof uses.
 */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "pathproof_p256.h"
#include "question.h"
#include "shape.h"

enum { LANES = 8, NEIGHBORS = 24, BATCH = 24, MOST = 3 * BATCH + 1 };

/* An array between two protected pages. A test places its data at the end of the array. */
typedef struct {
    uint8_t *end;
    size_t size;
} guarded;

static guarded guarded_new(size_t size) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), inside = (size + page - 1) / page * page;
    uint8_t *memory = mmap(NULL, inside + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED, "no memory");
    CHECK(mprotect(memory, page, PROT_NONE) == 0 && mprotect(memory + page + inside, page, PROT_NONE) == 0, "mprotect");
    guarded g = {memory + page + inside, inside};
    return g;
}

static void guarded_free(guarded g) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    munmap(g.end - g.size - page, g.size + 2 * page);
}

/* A question and the table of its key. */
typedef struct {
    question q;
    guarded table;
} asked;

static const pp_engine *engine;
static const pp_shape *shape;
static pp_workspace *workspace;
static guarded tables, digests, rs, ss, answers;
static asked neighbors[NEIGHBORS];

static asked asked_of(question q) {
    asked a = {q, guarded_new((size_t)pp_table_size(shape))};
    CHECK(pp_table_build(engine, shape, q.xy, a.table.end - pp_table_size(shape)) == 0, "a table");
    return a;
}

static asked *batch[MOST];

/* Verifies batch[0 .. count - 1]. The answers are written directly before answers.end. */
static int32_t ask(int count) {
    size_t n = (size_t)count;
    for (size_t i = 0; i < n; i++) {
        const void *table = batch[i]->table.end - pp_table_size(shape);
        memcpy(tables.end - sizeof table * (n - i), &table, sizeof table);
        memcpy(digests.end - 32 * (n - i), batch[i]->q.digest, 32);
        memcpy(rs.end - 32 * (n - i), batch[i]->q.r, 32);
        memcpy(ss.end - 32 * (n - i), batch[i]->q.s, 32);
    }
    memset(answers.end - answers.size, 0xee, answers.size);
    int32_t undecided = pp_verify(engine, shape, workspace, count, (const void *const *)(tables.end - sizeof(void *) * n), digests.end - 32 * n,
                                  rs.end - 32 * n, ss.end - 32 * n, answers.end - n);
    CHECK(answers.end[-(long)n - 1] == 0xee, "an answer in front of the answers");
    return undecided;
}

static int answer_at(int place, int count) { return answers.end[place - count]; }

/* Verifies one question at a place among valid signatures. Returns the answer to the question, and checks the other
 * answers. */
static int ask_among(asked *one, int place, int count) {
    for (int i = 0; i < count; i++) batch[i] = i == place ? one : &neighbors[(unsigned)(i * 7 + place) % NEIGHBORS];
    int32_t undecided = ask(count);
    int own = answer_at(place, count);
    CHECK(undecided == (own == PP_UNDECIDED), "%d undecided", undecided);
    for (int i = 0; i < count; i++) {
        if (i != place) CHECK(answer_at(i, count) == batch[i]->q.valid, "neighbor %d of %d, place %d: %d", i, count, place, answer_at(i, count));
    }
    return own;
}

/* Tests every lane, in a full group and in a group that ends at the lane. */
static void expect_in_every_lane(asked *one, int expected, const char *what) {
    for (int lane = 0; lane < LANES; lane++) {
        int answer = ask_among(one, lane, LANES);
        CHECK(answer == expected, "%s, lane %d, teeth %d, spacing %d: %d", what, lane, shape->key.teeth, shape->key.spacing, answer);
        answer = ask_among(one, LANES + lane, LANES + lane + 1);
        CHECK(answer == expected, "%s, last at %d, teeth %d, spacing %d: %d", what, LANES + lane, shape->key.teeth, shape->key.spacing, answer);
    }
}

static void expect_once(asked *one, int expected, const char *what) {
    int answer = ask_among(one, 3, LANES);
    CHECK(answer == expected, "%s, teeth %d, spacing %d: %d", what, shape->key.teeth, shape->key.spacing, answer);
}

/* The sum a G + b Q. */
typedef struct {
    u256 a, b;
} sum;

static sum plus(sum l, sum r) { return (sum){n_add(l.a, r.a), n_add(l.b, r.b)}; }

/* The exceptional cases of the shape under test. */
static asked exceptional[2 * (MAX_POINTS + 2 * MAX_SPACING)];
static int exceptional_count;
static long exceptional_cases;

/* Tests keys under which left and right are equal or opposite: left.a + left.b d = +-(right.a + right.b d). */
static void check_addition(sum left, sum right, u256 u1, u256 u2) {
    for (int sign = 0; sign < 2; sign++) {
        sum other = sign ? (sum){n_neg(right.a), n_neg(right.b)} : right;
        u256 divisor = n_add(left.b, n_neg(other.b)), dividend = n_add(other.a, n_neg(left.a));
        if (u256_is_zero(&divisor) || u256_is_zero(&dividend)) continue; /* there is no such key */
        asked one = asked_of(question_of(n_mul(dividend, n_inv(divisor)), u1, u2));
        expect_in_every_lane(&one, PP_UNDECIDED, sign ? "opposite points" : "equal points");
        exceptional[exceptional_count++] = one;
    }
}

/* Tests many exceptional cases in one batch: alone and together in a group of lanes, in several additions at once, with
 * valid signatures between them. */
static void check_all_at_once(void) {
    for (int gap = 1; gap < 4; gap++) {
        for (int i = 0; i < MOST; i++) batch[i] = i % gap == 0 ? &exceptional[i / gap % exceptional_count] : &neighbors[i % NEIGHBORS];
        CHECK(ask(MOST) == (MOST + gap - 1) / gap, "exceptional ones");
        for (int i = 0; i < MOST; i++) CHECK(answer_at(i, MOST) == (i % gap == 0 ? PP_UNDECIDED : PP_VALID), "entry %d, every %d is exceptional", i, gap);
    }
    for (int i = 0; i < exceptional_count; i++) guarded_free(exceptional[i].table);
    exceptional_cases += exceptional_count;
    exceptional_count = 0;
}

/* Returns the factor of the point in the entry that column c of k selects in a table of this spacing. */
static u256 weight_of(const u256 *k, int turned, const comb *in, int c) {
    selection selected;
    select_entries(k, in->teeth, in->columns, &selected);
    u256 v = {{0, 0, 0, 0}}, one = {{1, 0, 0, 0}};
    /* Bit i of an entry is the sign of tooth i; the highest tooth is added. */
    for (int tooth = in->teeth - 1; tooth >= 0; tooth--) {
        int added = tooth == in->teeth - 1 || (selected.entry[c] >> tooth & 1);
        for (int bit = 0; bit < in->columns; bit++) v = n_add(v, v);
        v = n_add(v, added ? one : n_neg(one));
    }
    for (int bit = 0; bit < c / in->spacing * in->spacing; bit++) v = n_add(v, v);
    return (int)(selected.negative >> c & 1) ^ turned ? n_neg(v) : v;
}

/* Follows the plan of the shape with factors (a, b) of a G + b Q instead of points. The additions sum up to u1 G + u2 Q
 * for any u1 and u2. For every addition there are keys that make it exceptional, unless both sides are multiples of the
 * same point. An addition of multiples of one point is never exceptional: two sums of powers of two with signs would
 * have to be equal or opposite mod n. As integers they differ, because no power is on both sides. They cannot differ by
 * n or 2 n: the powers below 2^16 are at least 2^4 apart, and n mod 2^8 is 0x51. */
static void check_plan(void) {
    u256 u[2] = {random_scalar(), random_scalar()}, zero = {{0, 0, 0, 0}};
    sum points[MAX_POINTS];
    for (int z = 0; z < 2; z++) {
        comb in = z == 0 ? comb_of(G_TEETH, shape->key.spacing) : shape->key;
        u256 k = u[z];
        int turned = (k.w[0] & 1) == 0;
        if (turned) k = n_neg(k);
        for (int c = 0; c < in.columns; c++) {
            u256 weight = weight_of(&k, turned, &in, c);
            if (z == 0) points[c] = (sum){weight, zero};
            if (z == 1) points[G_COLUMNS + c] = (sum){zero, weight};
        }
    }
    for (int i = 0; i < shape->steps; i++) {
        const step *step = &shape->step[i];
        for (int j = 0; j < step->count; j++) {
            sum *a = &points[step->pairs[j].first], *b = &points[step->pairs[j].second];
            check_addition(*a, *b, u[0], u[1]);
            *(step->kind == SLOPE ? b : a) = plus(*a, *b);
        }
    }
    sum a = points[shape->last.first], b = points[shape->last.second], total = plus(a, b);
    check_addition(a, b, u[0], u[1]);
    CHECK(ref_equal(total.a, u[0]) && ref_equal(total.b, u[1]), "the plan of teeth %d, spacing %d", shape->key.teeth, shape->key.spacing);
}

/* Tests values of r and s outside 1..n-1, in every lane. */
static void check_range(void) {
    u256 ones = {{~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0}}, one = {{1, 0, 0, 0}}, bad[4] = {{{0, 0, 0, 0}}, ORDER_N, ORDER_N, ones};
    bad[2] = u256_sub(&ORDER_N, &(u256){{~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0}}); /* n + 1 */
    CHECK(bad[2].w[0] == ORDER_N.w[0] + one.w[0], "n + 1");
    for (int i = 0; i < 4; i++) {
        for (int field = 0; field < 3; field++) {
            asked a = neighbors[i];
            if (field != 1) store(bad[i], a.q.r);
            if (field != 0) store(bad[i], a.q.s);
            expect_in_every_lane(&a, PP_INVALID, "no scalar");
        }
    }
}

/* Tests s of 1 and n - 1; u1 = 0; keys near G; R whose x is small, near n, above n, and near p. */
static void check_limits(void) {
    u256 one = {{1, 0, 0, 0}}, zero = {{0, 0, 0, 0}}, d = random_scalar();
    for (int sign = 0; sign < 2; sign++) {
        u256 k = random_scalar(), s = sign ? n_neg(one) : one;
        u256 r = ref_mod(plain(multiply(k, CURVE_G).x), &ORDER_N);
        /* u2 = r / s, u1 = k - u2 d */
        u256 u2 = n_mul(r, s);
        asked a = asked_of(question_of(d, n_add(k, n_neg(n_mul(u2, d))), u2));
        u256 made = u256_load(a.q.s);
        CHECK(ref_equal(made, s), "s at its limit");
        expect_once(&a, PP_VALID, "s of 1 or n - 1");
        guarded_free(a.table);
    }
    asked a = asked_of(question_of(d, zero, random_scalar()));
    int answer = ask_among(&a, 2, 5);
    CHECK(answer == PP_VALID || answer == PP_UNDECIDED, "u1 = 0: %d", answer);
    guarded_free(a.table);
    for (int k = 1; k < 6; k++) {
        for (int sign = 0; sign < 2; sign++) {
            u256 near = {{(uint64_t)k, 0, 0, 0}};
            a = asked_of(question_of(sign ? n_neg(near) : near, random_scalar(), random_scalar()));
            expect_once(&a, PP_VALID, "a key near G");
            a.q.digest[31] ^= 1;
            expect_once(&a, PP_INVALID, "a key near G, another digest");
            guarded_free(a.table);
            /* Small u1 and u2 too: sums of the same small multiples of G. */
            u256 u1 = {{random_word() % 50 + 400, 0, 0, 0}}, u2 = {{random_word() % 50 + 1, 0, 0, 0}};
            a = asked_of(question_of(sign ? n_neg(near) : near, u1, u2));
            answer = ask_among(&a, 2, 5);
            CHECK(answer == PP_VALID || answer == PP_UNDECIDED, "small multiples: %d", answer);
            guarded_free(a.table);
        }
    }
    u256 p_minus_n = u256_sub(&FP_P, &ORDER_N), from[5] = {one, u256_sub(&ORDER_N, &(u256){{8, 0, 0, 0}}), ORDER_N, p_minus_n, u256_sub(&FP_P, &(u256){{8, 0, 0, 0}})};
    for (int i = 0; i < 5; i++) {
        u256 x = from[i];
        for (int k = 0; k < 8; k++, x = ref_add(x, one, &FP_P)) {
            question q;
            if (u256_is_less(&x, &from[i]) || !question_of_x(x, &q)) continue; /* above p, or the x of no point */
            asked of_x = asked_of(q);
            int above = !u256_is_less(&x, &ORDER_N), low = above || u256_is_less(&x, &p_minus_n);
            expect_once(&of_x, above ? PP_UNDECIDED : PP_VALID, "x at a limit");
            of_x.q.digest[0] ^= 0x80;
            expect_once(&of_x, low ? PP_UNDECIDED : PP_INVALID, "x at a limit, another digest");
            guarded_free(of_x.table);
        }
    }
}

/* Tests every size up to two groups of lanes plus one, and sizes near multiples of BATCH, the number of signatures
 * that share inversions. The memory after the batch holds data of a larger batch. */
static void check_sizes(void) {
    for (int count = 0; count <= MOST; count++) {
        if (count > 2 * LANES + 1 && count % BATCH > 1 && count % BATCH < BATCH - 1) continue;
        for (int i = 0; i < MOST; i++) batch[i] = &neighbors[(unsigned)i * 5 % NEIGHBORS];
        asked spoilt = neighbors[1];
        spoilt.q.s[5] ^= 4;
        if (MOST > count) batch[count] = &spoilt;
        (void)ask(MOST);
        if (count > 1) batch[count / 2] = &spoilt;
        CHECK(ask(count) == 0, "a batch of %d", count);
        for (int i = 0; i < count; i++) {
            int expected = batch[i] == &spoilt ? PP_INVALID : batch[i]->q.valid;
            CHECK(answer_at(i, count) == expected, "entry %d of %d", i, count);
        }
    }
}

/* Tests random valid and corrupted questions in batches of any size. A signature is valid if e + r d = +-k s mod n. */
static void check_random(int rounds) {
    for (int round = 0; round < rounds; round++) {
        asked changed[BATCH];
        int count = 1 + (int)(random_word() % BATCH);
        for (int i = 0; i < count; i++) {
            changed[i] = neighbors[random_word() % NEIGHBORS];
            uint64_t kind = random_word() % 5;
            uint8_t *field = kind == 0 ? changed[i].q.digest : kind == 1 ? changed[i].q.r : changed[i].q.s;
            if (kind < 3) {
                uint8_t turned = (uint8_t)(1 << random_word() % 8);
                field[1 + random_word() % 31] ^= turned; /* r and s remain below n, almost always */
                changed[i].q.valid = 0;
            } else if (kind == 3) {
                store(n_neg(u256_load(changed[i].q.s)), changed[i].q.s);
            }
            batch[i] = &changed[i];
        }
        (void)ask(count);
        for (int i = 0; i < count; i++) CHECK(answer_at(i, count) == changed[i].q.valid, "round %d, entry %d of %d", round, i, count);
    }
}

/* Tests the signature of AS64496 to AS65536 for 192.0.2.0/24 (RFC 8208 appendix A.3). */
static void check_rfc(void) {
    static const char hex[] = "7391babb92a0cb3be10e59b19ebffb214e04a91e0cba1b139a7d38d90f77e55aa05b8e695678e0fa16904b55d9d4f5c0dfc58895ee50bc4f75d205a25bd36ff5"
                              "2133e5caa026be073d9c1b4efeb9b9779f20f8f5de29fa9840009f6047d08154efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
                              "8e21f60e44c6066c8b8a95a3c09d3ad4379585a2d728eead07a17ed7aa055eca";
    question q;
    uint8_t bytes[160];
    for (int i = 0; i < 160; i++) {
        char two[3] = {hex[2 * i], hex[2 * i + 1], 0};
        bytes[i] = (uint8_t)strtoul(two, NULL, 16);
    }
    memcpy(q.xy, bytes, 64);
    memcpy(q.digest, bytes + 64, 32);
    memcpy(q.r, bytes + 96, 32);
    memcpy(q.s, bytes + 128, 32);
    q.valid = 1;
    asked a = asked_of(q);
    expect_in_every_lane(&a, PP_VALID, "RFC 8208");
    a.q.digest[31] ^= 1;
    expect_in_every_lane(&a, PP_INVALID, "RFC 8208, another digest");
    guarded_free(a.table);
}

/* Tests that no table is built for coordinates that are not a point. */
static void check_points(void) {
    void *table = neighbors[0].table.end - pp_table_size(shape);
    uint8_t xy[64];
    memset(xy, 0, sizeof xy);
    CHECK(pp_table_build(engine, shape, xy, table) == -1, "(0, 0)");
    memcpy(xy, neighbors[1].q.xy, 64);
    xy[63] ^= 1;
    CHECK(pp_table_build(engine, shape, xy, table) == -1, "a point that is not on the curve");
    for (int coordinate = 0; coordinate < 2; coordinate++) {
        memcpy(xy, neighbors[1].q.xy, 64);
        store(FP_P, xy + 32 * coordinate);
        CHECK(pp_table_build(engine, shape, xy, table) == -1, "a coordinate of p");
        memset(xy + 32 * coordinate, 0xff, 32);
        CHECK(pp_table_build(engine, shape, xy, table) == -1, "a coordinate of 2^256 - 1");
    }
    CHECK(pp_table_build(engine, shape, neighbors[0].q.xy, table) == 0, "the point itself");
}

static void check_shape(int teeth, int spacing) {
    pp_shape *made = pp_shape_new(teeth, spacing);
    CHECK(made != NULL, "a shape");
    shape = made;
    workspace = pp_workspace_new(engine, shape, BATCH);
    CHECK(workspace != NULL, "a workspace");
    for (int i = 0; i < NEIGHBORS; i++) neighbors[i] = asked_of(question_of(random_scalar(), random_scalar(), random_scalar()));
    check_rfc();
    check_range();
    check_limits();
    check_sizes();
    check_random(40);
    check_plan();
    CHECK(exceptional_count > 8, "%d exceptional cases", exceptional_count);
    check_all_at_once();
    check_points();
    /* A workspace for more points also serves fewer points, but not the reverse. */
    pp_shape *other = pp_shape_new(teeth == MAX_TEETH ? MIN_TEETH : teeth + 1, spacing);
    pp_workspace *small = pp_workspace_new(engine, other, 8);
    CHECK(other != NULL && small != NULL, "another shape");
    uint8_t nothing[32] = {0};
    const void *no_table = neighbors[0].table.end;
    if (other->points < shape->points) CHECK(pp_verify(engine, shape, small, 1, &no_table, nothing, nothing, nothing, nothing) == -1, "too small");
    CHECK(pp_verify(engine, shape, workspace, -1, &no_table, nothing, nothing, nothing, nothing) == -1, "a negative count");
    pp_workspace_free(small);
    pp_shape_free(other);
    for (int i = 0; i < NEIGHBORS; i++) guarded_free(neighbors[i].table);
    pp_workspace_free(workspace);
    pp_shape_free(made);
}

int main(int argc, char **argv) {
    random_state = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    int all = argc > 2 && strcmp(argv[2], "all") == 0, most = argc > 2 && strcmp(argv[2], "one") == 0 ? 1 : 40;
    static const char *const names[3] = {"scalar", "ifma", "avx2"};
    /* The shapes of TableShape.java. */
    static const int used[3][2] = {{5, 8}, {7, 8}, {8, 4}};
    tables = guarded_new(sizeof(void *) * MOST);
    digests = guarded_new(32 * MOST);
    rs = guarded_new(32 * MOST);
    ss = guarded_new(32 * MOST);
    answers = guarded_new(MOST);
    CHECK(pp_abi_version() == PP_ABI_VERSION, "the version");
    CHECK(pp_shape_new(4, 4) == NULL && pp_shape_new(9, 4) == NULL, "numbers of teeth");
    CHECK(pp_shape_new(7, 0) == NULL && pp_shape_new(7, 5) == NULL && pp_shape_new(7, 12) == NULL, "spacings");
    CHECK(!pp_usable(3) && !pp_usable(-1) && pp_engine_new(3) == NULL, "kernels that do not exist");
    for (int kernel = 0; kernel < 3; kernel++) {
        if (!pp_usable(kernel)) {
            CHECK(pp_engine_new(kernel) == NULL, "an engine that cannot run");
            printf("verify_test: %s: NOT TESTED: not usable here\n", names[kernel]);
            continue;
        }
        pp_engine *made = pp_engine_new(kernel);
        CHECK(made != NULL, "an engine");
        engine = made;
        exceptional_cases = 0;
        int shapes = 0;
        for (int teeth = MIN_TEETH; teeth <= MAX_TEETH; teeth++) {
            for (int spacing = G_SPACING; spacing <= MAX_SPACING; spacing += G_SPACING) {
                int wanted = all;
                for (int i = 0; i < 3; i++) wanted |= teeth == used[i][0] && spacing == used[i][1];
                if (!wanted || shapes == most) continue;
                check_shape(teeth, spacing);
                shapes++;
            }
        }
        pp_engine_free(made);
        printf("verify_test: %s: %d shapes, %ld exceptional cases in every lane, %ld checks, seed %s\n", names[kernel], shapes, exceptional_cases,
               checks_made, argc > 1 ? argv[1] : "1");
        fflush(stdout);
    }
    return 0;
}
