// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.policyapi.inventory;

import org.jspecify.annotations.NullMarked;
