// SPDX-License-Identifier: Apache-2.0
/**
 * Test support for every module. It depends on no other module, so that the tests of the libraries can use it, too.
 *
 * <ul>
 *   <li>{@link org.pathproof.harness.TestData} reads known-answer vectors and captures that are part of the repository;
 *       {@link org.pathproof.harness.SharedData} finds large optional files beside the checkout.
 * </ul>
 */
@NullMarked
package org.pathproof.harness;

import org.jspecify.annotations.NullMarked;
