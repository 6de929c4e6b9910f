// SPDX-License-Identifier: Apache-2.0
/**
 * Commands of the program: {@code up}, {@code demo} and {@code token}.
 *
 * <p>{@code UpCommand} starts a site and waits for its end. {@code DemoCommand} also sends the signed routes and the
 * attacks of {@code tools/lab} to the site, and compares the REST response on each attack with the expected one. {@code
 * TokenCommand} prints a token and its entry in the settings. {@code SiteOptions} are the options that {@code up} and
 * {@code demo} share; {@code PortChoice} finds a free port for each {@code Listener}. {@code TrainingLoad} is the load
 * under which the build records the start cache of the JVM.
 */
@NullMarked
package org.pathproof.standalone.command;

import org.jspecify.annotations.NullMarked;
