// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.policyapi.incidents;

import org.jspecify.annotations.NullMarked;
