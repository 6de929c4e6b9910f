// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.policyapi.derived;

import org.jspecify.annotations.NullMarked;
