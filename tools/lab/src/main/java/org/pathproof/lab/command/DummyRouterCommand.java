// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.command;

import java.io.EOFException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.lab.attacks.Attack;
import org.pathproof.lab.attacks.Attacks;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.lab.routers.DummyRouter;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.Capability.Bgpsec.Direction;
import org.pathproof.wire.bgp.Notification;
import org.pathproof.wire.bgp.Open;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pathproof lab dummy-router}: sends malformed messages to a router, and prints its responses. */
@Command(
        name = "dummy-router",
        sortOptions = false,
        description = {
            "Sends malformed BGP messages to a router, and prints its answers.",
            "Each FILE and each attack has a session of its own. Without FILE and --attack, sends only the OPEN. The router must accept this address and AS as a neighbor.",
            "Exit code 0: all sessions were established, 1: the router refused an OPEN, 2: it did not answer one."
        })
final class DummyRouterCommand implements Callable<Integer> {
    private static final int BGP_VERSION = 4;
    private static final int HOLD_TIME_SECONDS = 180;
    private static final int AS_TRANS = 23456;
    private static final int HIGHEST_SHORT_AS = 0xffff;
    /** Code of a NOTIFICATION without an error of the receiver (RFC 4271 section 4.5). */
    private static final int CEASE = 6;

    private static final Duration RETRY_INTERVAL = Duration.ofMillis(500);

    @Spec
    private CommandSpec spec;

    @Option(names = "--to", paramLabel = "ADDRESS", required = true, description = "Address of the router.")
    private InetAddress router = InetAddress.getLoopbackAddress();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "179",
            description = "BGP port of the router (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--from",
            paramLabel = "ADDRESS",
            defaultValue = "0.0.0.0",
            description = "Own address; the kernel selects one by default.")
    private InetAddress from = InetAddress.getLoopbackAddress();

    @Option(
            names = "--as",
            paramLabel = "AS",
            defaultValue = "64510",
            description = "Own AS (default: ${DEFAULT-VALUE}, the neighbor that sends the attacks of the lab).")
    private long asn;

    @Option(
            names = "--bgp-version",
            paramLabel = "N",
            defaultValue = "4",
            description = "Version in the OPEN (default: ${DEFAULT-VALUE}).")
    private int bgpVersion = BGP_VERSION;

    @Option(
            names = "--bgpsec-version",
            paramLabel = "N",
            defaultValue = "0",
            description = "Version in the BGPsec capabilities, 0 to 15 (default: ${DEFAULT-VALUE}).")
    private int bgpsecVersion;

    @Option(
            names = "--bgpsec-afi",
            paramLabel = "N",
            split = ",",
            defaultValue = "1,2",
            description = "Address families of the BGPsec capabilities (default: ${DEFAULT-VALUE}).")
    private List<Integer> afis = List.of();

    @Option(
            names = "--attack",
            paramLabel = "NAME",
            split = ",",
            description = {
                "Sends an attack of the lab in a session of its own, or all attacks of a neighbor that negotiated",
                "BGPsec: --attack all. Their keys are those of the seed."
            })
    private List<String> attacks = List.of();

    @Option(
            names = "--batch-out",
            paramLabel = "FILE",
            description = "File for the attacks that were sent, as lines for `pathproof verify --batch`.")
    private @Nullable Path batchOut;

    @Option(
            names = "--seed",
            paramLabel = "TEXT",
            defaultValue = "pathproof",
            description = "Seed of the keys of the attacks (default: ${DEFAULT-VALUE}).")
    private String seed = "";

    @Option(
            names = "--hold",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description = "Seconds to keep each session after the bytes were sent (default: ${DEFAULT-VALUE}).")
    private int hold;

    @Option(
            names = "--retry",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "Seconds to try again while the router accepts no session (default: ${DEFAULT-VALUE}).")
    private int retry;

    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = {
                "Bytes to send, as they are; each file in a session of its own. A file of hexadecimal digits only",
                "is decoded."
            })
    private List<Path> files = List.of();

    /** Bytes to send in one session. */
    private record Message(String name, Bytes bytes) {}

    /** The response to an OPEN: an OPEN, with the session it belongs to, or a NOTIFICATION. */
    private record Answer(DummyRouter session, BgpMessage message) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Message> messages = new ArrayList<>();
        for (Path file : files) {
            messages.add(new Message(file.toString(), read(file)));
        }
        if (messages.isEmpty()) {
            messages.add(new Message("open", Bytes.EMPTY));
        }
        boolean refused = false;
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            Answer answer = open();
            try (DummyRouter session = answer.session()) {
                if (i == 0 && !attacks.isEmpty() && answer.message() instanceof Open open) {
                    List<Message> found = attacksOn(open.asn());
                    messages.addAll(found);
                    writeBatch(found, open.asn());
                }
                refused |= !(answer.message() instanceof Open);
                print(message.name(), exchange(session, message, answer.message()));
            }
        }
        return refused ? 1 : 0;
    }

    /**
     * Connects until the router responds to the OPEN. Routers close connections, or send a Cease, for a while after an
     * error.
     */
    private Answer open() throws IOException, InterruptedException {
        long started = System.nanoTime();
        while (true) {
            DummyRouter session = null;
            String failure;
            try {
                session = new DummyRouter(new InetSocketAddress(router, port), new InetSocketAddress(from, 0));
                BgpMessage message = session.open(openMessage());
                if (!(message instanceof Notification refusal && refusal.errorCode() == CEASE)) {
                    return new Answer(session, message);
                }
                failure = words(refusal);
            } catch (EOFException | SocketException e) {
                failure = String.valueOf(e.getMessage());
            }
            if (session != null) {
                session.close();
            }
            if (System.nanoTime() - started > Duration.ofSeconds(retry).toNanos()) {
                throw new IOException("the router at " + router.getHostAddress() + ":" + port
                        + " answered no OPEN within " + retry + " s: " + failure);
            }
            Thread.sleep(RETRY_INTERVAL);
        }
    }

    /** Sends the bytes and returns the responses of the router in words. */
    private String exchange(DummyRouter session, Message message, BgpMessage answer)
            throws IOException, InterruptedException {
        if (!(answer instanceof Open open)) {
            return words(answer);
        }
        if (message.bytes().isEmpty()) {
            return "session with " + words(open);
        }
        session.send(message.bytes());
        Thread.sleep(Duration.ofSeconds(hold));
        List<String> errors = session.end().stream()
                .filter(Notification.class::isInstance)
                .map(DummyRouterCommand::words)
                .toList();
        return errors.isEmpty() ? "no NOTIFICATION" : String.join(", ", errors);
    }

    private static String words(BgpMessage message) {
        return switch (message) {
            case Notification notification -> "NOTIFICATION " + notification.description();
            case Open open ->
                "AS " + open.asn()
                        + open.capabilities().stream()
                                .filter(Capability.Bgpsec.class::isInstance)
                                .map(Capability.Bgpsec.class::cast)
                                .map(bgpsec -> ", BGPsec version " + bgpsec.version() + " "
                                        + (bgpsec.direction() == Direction.SEND ? "send" : "receive") + " AFI "
                                        + bgpsec.afi())
                                .collect(Collectors.joining());
            default -> "message of type " + message.type();
        };
    }

    private Open openMessage() {
        List<Capability> capabilities = new ArrayList<>(List.of(
                new Capability.Multiprotocol(AfiSafi.IPV4_UNICAST),
                new Capability.Multiprotocol(AfiSafi.IPV6_UNICAST),
                new Capability.FourOctetAs(asn)));
        for (int afi : afis) {
            capabilities.add(new Capability.Bgpsec(bgpsecVersion, Direction.SEND, afi));
            capabilities.add(new Capability.Bgpsec(bgpsecVersion, Direction.RECEIVE, afi));
        }
        return new Open(bgpVersion, asn > HIGHEST_SHORT_AS ? AS_TRANS : (int) asn, HOLD_TIME_SECONDS, 0, capabilities);
    }

    /** Returns the named attacks against an AS. */
    private List<Message> attacksOn(long localAs) {
        List<Attack> known = Attacks.all(new LabKeys(seed), localAs).stream()
                .filter(attack -> attack.session() == Attack.Session.SIGNING)
                .toList();
        List<Message> named = known.stream()
                .filter(attack -> attacks.contains("all") || attacks.contains(attack.name()))
                .map(attack -> new Message(attack.name(), BgpCodec.encode(attack.update(), BgpSessionOptions.DEFAULT)))
                .toList();
        if (!attacks.contains("all") && named.size() < attacks.size()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--attack: unknown name in " + attacks + "; known are all, "
                            + known.stream().map(Attack::name).collect(Collectors.joining(", ")));
        }
        return named;
    }

    private void writeBatch(List<Message> sent, long routerAs) throws IOException {
        if (batchOut != null) {
            Files.write(
                    batchOut,
                    sent.stream()
                            .map(message -> String.format(
                                    "{\"id\":\"%s\",\"update\":\"%s\",\"target_as\":%d,\"peer_as\":%d}",
                                    message.name(), message.bytes().toHex(), routerAs, asn))
                            .toList());
        }
    }

    private static Bytes read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        String text = new String(bytes, StandardCharsets.ISO_8859_1).replaceAll("\\s", "");
        return text.matches("([0-9a-fA-F]{2})+") ? Bytes.fromHex(text) : Bytes.wrap(bytes);
    }

    private void print(String name, String answer) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(name + ": " + answer);
        out.flush();
    }
}
