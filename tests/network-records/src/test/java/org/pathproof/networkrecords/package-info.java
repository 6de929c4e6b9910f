// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.networkrecords;

import org.jspecify.annotations.NullMarked;
