// SPDX-License-Identifier: Apache-2.0
/** Tests of the override feeds. */
@NullMarked
package org.pathproof.policyapi.overrides;

import org.jspecify.annotations.NullMarked;
