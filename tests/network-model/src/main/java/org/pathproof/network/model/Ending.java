// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

/** The order in which overrides end, or get a lower LOCAL_PREF. */
public enum Ending {
    /** All at the same time. */
    AT_ONCE,
    /** Each override is announced with the lowest LOCAL_PREF first, as RFC 8326 does, and is withdrawn afterwards. */
    LOWERED_FIRST,
    /** One override stays until its router shows no old override of another router. */
    LAST_ONE_LATER
}
