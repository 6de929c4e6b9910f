// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.onboarding.authority;

import org.jspecify.annotations.NullMarked;
