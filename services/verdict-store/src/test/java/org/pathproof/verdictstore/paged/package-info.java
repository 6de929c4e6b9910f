// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.verdictstore.paged;

import org.jspecify.annotations.NullMarked;
