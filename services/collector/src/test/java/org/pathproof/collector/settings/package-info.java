// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.collector.settings;

import org.jspecify.annotations.NullMarked;
