// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.lab.paths;

import org.jspecify.annotations.NullMarked;
