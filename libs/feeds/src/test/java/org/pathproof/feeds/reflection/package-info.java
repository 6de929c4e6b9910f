// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.feeds.reflection;

import org.jspecify.annotations.NullMarked;
