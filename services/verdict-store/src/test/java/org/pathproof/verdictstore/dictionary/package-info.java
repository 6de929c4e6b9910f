// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.verdictstore.dictionary;

import org.jspecify.annotations.NullMarked;
