// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

/**
 * The extent of a fault at one moment.
 *
 * @param size number of affected routes; for kinds without routes, number of causes
 * @param routers number of affected routers
 * @param peers number of affected peers
 * @param causes number of subjects
 */
record Fault(long size, int routers, int peers, int causes) {
    static final Fault NONE = new Fault(0, 0, 0, 0);
}
