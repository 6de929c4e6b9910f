// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.check;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.pathproof.network.model.EventPlan;
import org.pathproof.network.model.EventPlan.Kind;
import org.pathproof.network.model.NetworkPlan;
import org.pathproof.network.model.NextHopSelf;
import org.pathproof.network.model.PeeringPlan;
import org.pathproof.network.model.PeeringPlan.Clients;
import org.pathproof.network.model.RouterPlan;
import org.pathproof.network.model.Software;
import org.pathproof.network.model.UpstreamAnnouncement;
import org.pathproof.network.model.UpstreamPlan;

/**
 * The text form of networks, in which counterexamples are kept. Routers and upstreams have numbers from 1. One line is
 * one item, and lines with # are comments:
 *
 * <pre>{@code
 * router 1 frr fed                      also: id=3 cluster=9 member=2 unmonitored next-hop-self worst-med
 * router 2 next-hop-self-force
 * peering 1 2                           1 and 2 are iBGP peers, or peers of a confederation
 * client 1 2                            2 is a reflection client of 1; also: add-path
 * clients 1 2                           each of 1 and 2 is a reflection client of the other one
 * link 1 2 5                            IGP cost; without links, all routers have links of cost 10
 * no-upstreams-in-igp                   only its own router has a route to the address of an upstream
 * upstream 1 at 1 lp=200 as=65002       upstreams are numbered in order
 * seed 7
 * 200 announce 1 length=2 tampered      time since the previous event; also: origin=2 med=5
 * 200 withdraw 1                        also: upstream-down, upstream-up, next-hop-lost, next-hop-back
 * 10 restart 2
 * 10 peering-down 1                     the number of a peering, in order; also: peering-up
 * }</pre>
 */
public final class NetworkText {
    private final List<RouterPlan> routers = new ArrayList<>();
    private final List<PeeringPlan> peerings = new ArrayList<>();
    private final List<UpstreamPlan> upstreams = new ArrayList<>();
    private final List<NetworkPlan.Link> links = new ArrayList<>();
    private final List<EventPlan> events = new ArrayList<>();
    private boolean upstreamsInIgp = true;
    private long seed;

    private NetworkText() {}

    /**
     * Reads a network.
     *
     * @throws IllegalArgumentException for a text of another form
     */
    public static NetworkPlan parse(String text) {
        NetworkText reader = new NetworkText();
        text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .forEach(line -> reader.read(line.split(" +")));
        return new NetworkPlan(
                List.copyOf(reader.routers),
                List.copyOf(reader.peerings),
                List.copyOf(reader.upstreams),
                List.copyOf(reader.links),
                reader.upstreamsInIgp,
                List.copyOf(reader.events),
                reader.seed);
    }

    private void read(String[] words) {
        List<String> options = List.of(words).subList(Math.min(words.length, 2), words.length);
        switch (words[0]) {
            case "router" -> routers.add(router(Integer.parseInt(words[1]), options));
            case "peering", "client", "clients" ->
                peerings.add(new PeeringPlan(
                        number(words[1]), number(words[2]), clients(words[0]), options.contains("add-path")));
            case "link" ->
                links.add(new NetworkPlan.Link(number(words[1]), number(words[2]), Integer.parseInt(words[3])));
            case "no-upstreams-in-igp" -> upstreamsInIgp = false;
            case "upstream" ->
                upstreams.add(new UpstreamPlan(
                        number(words[3]),
                        value(options, "as", 65_000 + Integer.parseInt(words[1])),
                        value(options, "lp", UpstreamPlan.DEFAULT_LOCAL_PREF)));
            case "seed" -> seed = Long.parseLong(words[1]);
            default -> events.add(event(words));
        }
    }

    private static Clients clients(String word) {
        return switch (word) {
            case "client" -> Clients.SECOND;
            case "clients" -> Clients.BOTH;
            default -> Clients.NONE;
        };
    }

    private static int number(String word) {
        return Integer.parseInt(word) - 1;
    }

    private static int value(List<String> options, String name, int otherwise) {
        return options.stream()
                .filter(option -> option.startsWith(name + "="))
                .map(option -> Integer.parseInt(option.substring(name.length() + 1)))
                .findFirst()
                .orElse(otherwise);
    }

    private static RouterPlan router(int number, List<String> options) {
        int identifier = value(options, "id", number);
        return new RouterPlan(
                identifier,
                value(options, "cluster", identifier),
                value(options, "member", 0),
                options.contains("frr") ? Software.FRR : options.contains("gobgp") ? Software.GOBGP : Software.STANDARD,
                options.contains("next-hop-self")
                        ? NextHopSelf.EXTERNAL_PATHS
                        : options.contains("next-hop-self-force") ? NextHopSelf.ALL : NextHopSelf.NO,
                options.contains("worst-med"),
                options.contains("fed"),
                !options.contains("unmonitored"));
    }

    private EventPlan event(String[] words) {
        Kind kind = Kind.valueOf(words[1].replace('-', '_').toUpperCase(Locale.ROOT));
        int target = number(words[2]);
        List<String> options = List.of(words).subList(3, words.length);
        return new EventPlan(
                Integer.parseInt(words[0]),
                kind,
                target,
                kind == Kind.ANNOUNCE
                        ? new UpstreamAnnouncement(
                                target,
                                upstreams.get(target).neighborAs(),
                                value(options, "length", 1),
                                value(options, "origin", 0),
                                value(options, "med", -1),
                                options.contains("tampered"))
                        : null);
    }

    /** Returns the text of a network, which {@link #parse} reads. */
    public static String print(NetworkPlan plan) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < plan.routers().size(); i++) {
            text.append(print(i + 1, plan.routers().get(i))).append('\n');
        }
        for (PeeringPlan peering : plan.peerings()) {
            text.append(
                            switch (peering.clients()) {
                                case NONE -> "peering ";
                                case SECOND -> "client ";
                                case BOTH -> "clients ";
                            })
                    .append(peering.first() + 1)
                    .append(' ')
                    .append(peering.second() + 1)
                    .append(peering.addPath() ? " add-path\n" : "\n");
        }
        plan.links()
                .forEach(link -> text.append(
                        "link " + (link.first() + 1) + ' ' + (link.second() + 1) + ' ' + link.cost() + '\n'));
        text.append(plan.upstreamsInIgp() ? "" : "no-upstreams-in-igp\n");
        for (int i = 0; i < plan.upstreams().size(); i++) {
            UpstreamPlan upstream = plan.upstreams().get(i);
            text.append("upstream " + (i + 1) + " at " + (upstream.router() + 1))
                    .append(option("lp", upstream.localPref(), UpstreamPlan.DEFAULT_LOCAL_PREF))
                    .append(option("as", upstream.neighborAs(), 65_001 + i))
                    .append('\n');
        }
        text.append("seed ").append(plan.seed()).append('\n');
        plan.events().forEach(event -> text.append(print(event)).append('\n'));
        return text.toString();
    }

    private static String print(int number, RouterPlan router) {
        return "router " + number
                + option("id", router.identifier(), number)
                + option("cluster", router.clusterId(), router.identifier())
                + option("member", router.memberAs(), 0)
                + (router.software() == Software.STANDARD
                        ? ""
                        : " " + router.software().name().toLowerCase(Locale.ROOT))
                + switch (router.nextHopSelf()) {
                    case NO -> "";
                    case EXTERNAL_PATHS -> " next-hop-self";
                    case ALL -> " next-hop-self-force";
                }
                + (router.missingMedIsWorst() ? " worst-med" : "")
                + (router.fed() ? " fed" : "")
                + (router.monitored() ? "" : " unmonitored");
    }

    private static String print(EventPlan event) {
        String text = event.gap() + " "
                + event.kind().name().toLowerCase(Locale.ROOT).replace('_', '-') + " " + (event.target() + 1);
        if (event.kind() != Kind.ANNOUNCE) {
            return text;
        }
        UpstreamAnnouncement path = requireNonNull(event.announcement());
        return text
                + option("length", path.length(), 1)
                + option("origin", path.origin(), 0)
                + option("med", path.med(), -1)
                + (path.tampered() ? " tampered" : "");
    }

    private static String option(String name, int value, int usual) {
        return value == usual ? "" : " " + name + "=" + value;
    }
}
