// SPDX-License-Identifier: Apache-2.0
/** Tests of the choice between monitored and mirrored copies of a route. */
@NullMarked
package org.pathproof.collector.mirroring;

import org.jspecify.annotations.NullMarked;
