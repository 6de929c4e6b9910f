// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.history.changes;

import org.jspecify.annotations.NullMarked;
