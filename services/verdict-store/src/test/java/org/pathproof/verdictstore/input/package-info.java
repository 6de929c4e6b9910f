// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.verdictstore.input;

import org.jspecify.annotations.NullMarked;
