// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.collector.scheme;

import org.jspecify.annotations.NullMarked;
