// SPDX-License-Identifier: Apache-2.0
/** Paths and policies for the tests of the feeds. */
@NullMarked
package org.pathproof.feeds;

import org.jspecify.annotations.NullMarked;
