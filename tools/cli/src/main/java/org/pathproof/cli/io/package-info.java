// SPDX-License-Identifier: Apache-2.0
/** Input, output, failures and exit codes that all commands share. */
@NullMarked
package org.pathproof.cli.io;

import org.jspecify.annotations.NullMarked;
