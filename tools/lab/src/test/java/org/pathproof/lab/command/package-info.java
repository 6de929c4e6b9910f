// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.lab.command;

import org.jspecify.annotations.NullMarked;
