// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

/** A BGP message (RFC 4271 section 4.1). */
public sealed interface BgpMessage permits Open, Update, Notification, KeepAlive, RouteRefresh, UnknownMessage {
    int TYPE_OPEN = 1;
    int TYPE_UPDATE = 2;
    int TYPE_NOTIFICATION = 3;
    int TYPE_KEEPALIVE = 4;
    int TYPE_ROUTE_REFRESH = 5;

    /** Returns the Type field of the header. */
    int type();
}
