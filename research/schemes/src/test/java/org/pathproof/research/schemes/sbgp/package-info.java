// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.research.schemes.sbgp;

import org.jspecify.annotations.NullMarked;
