// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

/** What is measured: one contestant at one job in one way. */
record Cell(Contestant contestant, Job job, int batch, int threads) {}
