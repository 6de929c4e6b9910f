// SPDX-License-Identifier: Apache-2.0
/** Tests of the output to Kafka, with a real broker. */
@NullMarked
package org.pathproof.collector.kafka;

import org.jspecify.annotations.NullMarked;
