// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.research.schemes.rsa;

import org.jspecify.annotations.NullMarked;
