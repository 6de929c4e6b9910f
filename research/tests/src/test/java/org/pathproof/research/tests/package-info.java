// SPDX-License-Identifier: Apache-2.0
/** Tests of the schemes in collectors and validators, with the routes of the lab. */
@NullMarked
package org.pathproof.research.tests;

import org.jspecify.annotations.NullMarked;
