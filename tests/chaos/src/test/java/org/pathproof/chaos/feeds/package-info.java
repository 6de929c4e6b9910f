// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.chaos.feeds;

import org.jspecify.annotations.NullMarked;
