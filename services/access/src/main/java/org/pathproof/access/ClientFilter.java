// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import jakarta.servlet.Filter;

/**
 * A filter of a service that runs between authentication and authorisation.
 *
 * @param filter the filter
 */
public record ClientFilter(Filter filter) {}
