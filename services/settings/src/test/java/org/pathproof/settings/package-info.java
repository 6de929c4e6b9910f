// SPDX-License-Identifier: Apache-2.0
/** Tests of the shared settings. */
@NullMarked
package org.pathproof.settings;

import org.jspecify.annotations.NullMarked;
