/* SPDX-License-Identifier: Apache-2.0
 *
 * Tests many threads with one engine. Each thread verifies with its own workspace and with shared tables. Another
 * thread builds and publishes tables, and replaces tables without readers. This test is meant for ThreadSanitizer
 * and AddressSanitizer.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "pathproof_p256.h"
#include "question.h"

enum { THREADS = 4, KEYS = 48, ROUNDS = 200, BATCH = 12, QUESTIONS = 4 };

static pp_engine *engine;
static pp_shape *shape;
static question questions[KEYS][QUESTIONS];

/* The table of a key, or NULL. Under the lock, a reader takes the table and increments the number of readers. */
typedef struct {
    void *table;
    int readers;
} shown;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static shown keys[KEYS];
static atomic_int running = THREADS;
static atomic_long answered, replaced;

static void *verify(void *argument) {
    uint64_t state = (uint64_t)(uintptr_t)argument;
    pp_workspace *workspace = pp_workspace_new(engine, shape, 16);
    if (workspace == NULL) abort();
    for (int round = 0; round < ROUNDS;) {
        const void *tables[BATCH];
        uint8_t digests[32 * BATCH], r[32 * BATCH], s[32 * BATCH], answers[BATCH];
        int key_of[BATCH], valid[BATCH], count = 0;
        for (int i = 0; i < BATCH; i++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            int key = (int)((state >> 33) % KEYS);
            pthread_mutex_lock(&lock);
            void *table = keys[key].table;
            keys[key].readers += table != NULL;
            pthread_mutex_unlock(&lock);
            if (table == NULL) continue;
            const question *q = &questions[key][(state >> 50) % QUESTIONS];
            tables[count] = table;
            memcpy(digests + 32 * count, q->digest, 32);
            memcpy(r + 32 * count, q->r, 32);
            memcpy(s + 32 * count, q->s, 32);
            valid[count] = q->valid;
            key_of[count++] = key;
        }
        if (count == 0) { /* no table is published yet: the round does not count */
            sched_yield();
            continue;
        }
        round++;
        if (pp_verify(engine, shape, workspace, count, tables, digests, r, s, answers) != 0) abort();
        for (int i = 0; i < count; i++) {
            if (answers[i] != valid[i]) abort();
            pthread_mutex_lock(&lock);
            keys[key_of[i]].readers--;
            pthread_mutex_unlock(&lock);
        }
        atomic_fetch_add(&answered, count);
    }
    pp_workspace_free(workspace);
    atomic_fetch_sub(&running, 1);
    return NULL;
}

static void *build(void *argument) {
    (void)argument;
    for (unsigned i = 0; atomic_load(&running) > 0; i = (i + 1) % KEYS) {
        void *fresh = pp_memory_new(pp_table_size(shape));
        if (fresh == NULL || pp_table_build(engine, shape, questions[i][0].xy, fresh) != 0) abort();
        pthread_mutex_lock(&lock);
        if (keys[i].readers == 0) {
            void *old = keys[i].table;
            keys[i].table = fresh;
            fresh = old;
            atomic_fetch_add(&replaced, old != NULL);
        }
        pthread_mutex_unlock(&lock);
        pp_memory_free(fresh);
    }
    return NULL;
}

int main(void) {
    random_state = 5;
    static const char *const names[3] = {"scalar", "ifma", "avx2"};
    for (int k = 0; k < KEYS; k++) {
        u256 d = random_scalar();
        for (int i = 0; i < QUESTIONS; i++) {
            questions[k][i] = question_of(d, random_scalar(), random_scalar());
            if (i == 0) continue;
            questions[k][i].valid = i & 1;
            if (!(i & 1)) questions[k][i].digest[i] ^= 1;
        }
    }
    for (int kernel = 0; kernel < 3; kernel++) {
        if (!pp_usable(kernel)) {
            printf("threads_test: %s: NOT TESTED: not usable here\n", names[kernel]);
            continue;
        }
        engine = pp_engine_new(kernel);
        shape = pp_shape_new(7, 8);
        CHECK(engine != NULL && shape != NULL, "an engine");
        atomic_store(&running, THREADS);
        atomic_store(&answered, 0);
        atomic_store(&replaced, 0);
        pthread_t builder, threads[THREADS];
        CHECK(pthread_create(&builder, NULL, build, NULL) == 0, "a thread");
        for (int t = 0; t < THREADS; t++) CHECK(pthread_create(&threads[t], NULL, verify, (void *)(uintptr_t)(t + 1)) == 0, "a thread");
        for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
        pthread_join(builder, NULL);
        for (int k = 0; k < KEYS; k++) {
            pp_memory_free(keys[k].table);
            keys[k].table = NULL;
        }
        CHECK(atomic_load(&answered) >= THREADS * ROUNDS, "too few answers");
        printf("threads_test: %s: %ld answers in %d threads, %ld tables replaced meanwhile\n", names[kernel], atomic_load(&answered), THREADS,
               atomic_load(&replaced));
        pp_shape_free(shape);
        pp_engine_free(engine);
    }
    return 0;
}
