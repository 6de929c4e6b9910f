// SPDX-License-Identifier: Apache-2.0
/** A benchmark of the history without Kafka: CPU time of ingest, bytes on the disk and latency of questions. */
@NullMarked
package org.pathproof.history.bench;

import org.jspecify.annotations.NullMarked;
