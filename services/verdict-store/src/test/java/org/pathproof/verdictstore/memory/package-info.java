// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.verdictstore.memory;

import org.jspecify.annotations.NullMarked;
