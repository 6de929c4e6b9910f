// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.history.questions;

import org.jspecify.annotations.NullMarked;
