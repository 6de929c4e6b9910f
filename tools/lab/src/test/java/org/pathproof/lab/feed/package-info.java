// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.lab.feed;

import org.jspecify.annotations.NullMarked;
