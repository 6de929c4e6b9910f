// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.chaos.networks;

import org.jspecify.annotations.NullMarked;
