// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.research.schemes.hors;

import org.jspecify.annotations.NullMarked;
