// SPDX-License-Identifier: Apache-2.0
/**
 * Measures the time until real routers replace a tampered path by a valid path: {@code ./pathproof bench feeds}.
 *
 * <p>A border router ({@link Border}: GoBGP or FRR) has two signing upstreams. The border router sends BMP to a
 * standalone Pathproof ({@link Chain}), which feeds overrides to it. BIRD and FRR are iBGP neighbors behind it ({@link
 * InnerRouters}). The {@link Workload} has the signed and the tampered updates.
 *
 * <p>Each router, and the kernel's routing table, has a {@link Timeline} of its best paths. A {@link Poller} queries
 * FRR and BIRD; GoBGP and the kernel report changes themselves ({@link LineWatch}). {@link FeedRun} sends tampered
 * paths, restores and withdraws paths, and withdraws keys. {@link Faults} ends Redis and the RTR cache ({@link
 * KeyCache}), and kills a second replica ({@link Replica}) and Pathproof. {@link Result} has the times, and {@link
 * Report} writes {@code docs/benchmarks/feeds.md}.
 */
@NullMarked
package org.pathproof.benchmark.feeds;

import org.jspecify.annotations.NullMarked;
