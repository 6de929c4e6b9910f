// SPDX-License-Identifier: Apache-2.0
/**
 * Starts and stops a site: all services with their infrastructure in this process.
 *
 * <p>{@code Site} owns the data folder, the token of the run and the Spring context of {@code SiteConfiguration}.
 * {@code Infrastructure} starts the broker and Redis before the first bean of a service, and stops them after the last
 * one. {@code SiteDescription} prints the addresses of the running site, and {@code SiteWatch} its progress. {@code
 * StartGuard} ends the child processes if a signal interrupts the start. {@code LogFailure} reports a log file that
 * cannot be written.
 */
@NullMarked
package org.pathproof.standalone.site;

import org.jspecify.annotations.NullMarked;
