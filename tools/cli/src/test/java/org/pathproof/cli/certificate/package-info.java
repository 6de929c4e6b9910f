// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.cli.certificate;

import org.jspecify.annotations.NullMarked;
