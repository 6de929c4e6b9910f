// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.verdictstore.snapshot;

import org.jspecify.annotations.NullMarked;
