// SPDX-License-Identifier: Apache-2.0
/** A program that measures the table beside the table of release 0.1. */
@NullMarked
package org.pathproof.verdictstore.bench;

import org.jspecify.annotations.NullMarked;
