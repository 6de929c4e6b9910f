// SPDX-License-Identifier: Apache-2.0
/** Tests of the collector as a whole, with and without Kafka. */
@NullMarked
package org.pathproof.collector;

import org.jspecify.annotations.NullMarked;
