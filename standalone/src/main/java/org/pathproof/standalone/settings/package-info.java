// SPDX-License-Identifier: Apache-2.0
/**
 * Settings of a site, from the command line and from the file of {@code --config}.
 *
 * <p>{@code SiteSettings} are the resolved settings with which a site starts. {@code OperatorSettings} reads those of
 * the configuration file that the program needs before Spring starts. {@code ConfigFile} refuses files with unknown
 * settings. All of them are immutable, and fail with a {@code StartFailure} that names the setting.
 */
@NullMarked
package org.pathproof.standalone.settings;

import org.jspecify.annotations.NullMarked;
