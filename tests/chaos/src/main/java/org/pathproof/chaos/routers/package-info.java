// SPDX-License-Identifier: Apache-2.0
/** The BGP sides of simulated routers, with one session for each replica of the policy API. */
@NullMarked
package org.pathproof.chaos.routers;

import org.jspecify.annotations.NullMarked;
