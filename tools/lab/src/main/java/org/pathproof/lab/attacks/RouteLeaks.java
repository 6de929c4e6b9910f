// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.attacks;

import java.util.List;
import org.pathproof.bgpsec.AspaState;
import org.pathproof.bgpsec.PathState;
import org.pathproof.lab.attacks.Attack.Session;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RpkiObject;

/**
 * Routes from a customer that has a second provider (RFC 7908 section 3.1). The signatures of a leak are valid, so
 * BGPsec does not find it; ASPA does. The session has BGP Roles (RFC 9234).
 */
final class RouteLeaks {
    /** The customer's own customer. */
    private static final long CUSTOMERS_CUSTOMER = 64514;

    private static final long LEAKER = Session.CUSTOMER.neighbor();

    private RouteLeaks() {}

    static List<Long> signers() {
        return List.of(LEAKER, CUSTOMERS_CUSTOMER);
    }

    /** Returns the ASPAs: the customer has two providers, and its second provider has none. */
    static List<RpkiObject> aspas(long localAs) {
        return List.of(
                new Aspa(LEAKER, List.of(localAs, AttackNetwork.SECOND_TRANSIT)),
                new Aspa(CUSTOMERS_CUSTOMER, List.of(LEAKER)),
                new Aspa(AttackNetwork.SECOND_TRANSIT, List.of(0L)));
    }

    static void addTo(AttackNetwork network) {
        Prefix prefix = network.prefix();
        add(
                network,
                "customer-route",
                "a customer sends a route of its own customer",
                prefix,
                signed(network, prefix, CUSTOMERS_CUSTOMER, LEAKER),
                PathState.VALID,
                AspaState.VALID);

        prefix = network.prefix();
        add(
                network,
                "route-leak",
                "a customer leaks a signed route of its other provider",
                prefix,
                signed(
                        network,
                        prefix,
                        AttackNetwork.ORIGIN,
                        AttackNetwork.FIRST_TRANSIT,
                        AttackNetwork.SECOND_TRANSIT,
                        LEAKER),
                PathState.VALID,
                AspaState.INVALID);

        prefix = network.prefix();
        add(
                network,
                "route-leak-unsigned",
                "a customer leaks an unsigned route of its other provider",
                prefix,
                LabUpdates.plain(
                        Nlri.of(prefix),
                        List.of(
                                LEAKER,
                                AttackNetwork.SECOND_TRANSIT,
                                AttackNetwork.FIRST_TRANSIT,
                                AttackNetwork.ORIGIN)),
                PathState.UNSIGNED,
                AspaState.INVALID);
    }

    private static Update signed(AttackNetwork network, Prefix prefix, Long... asns) {
        return LabUpdates.signed(Nlri.of(prefix), network.sign(prefix, network.signers(asns), network.localAs()));
    }

    private static void add(
            AttackNetwork network,
            String name,
            String description,
            Prefix prefix,
            Update update,
            PathState state,
            AspaState aspa) {
        network.add(new Attack(
                name,
                description,
                prefix,
                Session.CUSTOMER,
                update,
                Expectation.of(state).withAspa(aspa),
                List.of()));
    }
}
