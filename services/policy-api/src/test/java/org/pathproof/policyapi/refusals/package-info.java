// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.policyapi.refusals;

import org.jspecify.annotations.NullMarked;
