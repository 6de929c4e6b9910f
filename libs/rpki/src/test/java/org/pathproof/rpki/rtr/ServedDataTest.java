// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.pathproof.rpki.RpkiBounds;
import org.pathproof.rpki.RpkiDelta;
import org.pathproof.rpki.RpkiSetBuilder;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.VersionedRpkiSet;
import org.pathproof.rpki.json.RpkiJsonReader;
import org.pathproof.rpki.json.RpkiJsonWriter;
import org.pathproof.rpki.slurm.Slurm;
import org.pathproof.rpki.slurm.SlurmFilters;
import org.pathproof.rpki.slurm.SlurmReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rtr.RtrCodec;
import org.pathproof.wire.rtr.RtrPdu;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Feeds random data of every source, with faults, and checks that receivers accept what is served. */
class ServedDataTest {
    private static final Pattern PREFIX =
            Pattern.compile("(\\d{1,3}\\.){3}\\d{1,3}/(\\d|[12]\\d|3[0-2])|[0-9a-f:]+/(\\d|[1-9]\\d|1[01]\\d|12[0-8])");
    private static final RpkiBounds BOUNDS = new RpkiBounds(1_000, 1_000, 1_000, 1_000);

    private final Random random = new Random(1);

    @Property(tries = 400)
    void routersAcceptTheDataOfEverySource(@ForAll long seed) {
        random.setSeed(seed);
        RpkiSnapshot first = snapshot(1);
        VersionedRpkiSet versions = VersionedRpkiSet.startingWith(first, 20);
        List<StrictRouter> routers = List.of(new StrictRouter(0), new StrictRouter(1), new StrictRouter(2));
        for (int version = 0; version <= 2; version++) {
            routers.get(version).receive(whole(versions, version), true);
        }
        for (int serial = 2; serial < 6; serial++) {
            Serial before = versions.current().serial();
            versions = versions.next(RpkiSnapshot.change(versions.current(), snapshot(serial)));
            RpkiDelta delta = versions.since(before).orElse(null);
            for (int version = 0; version <= 2; version++) {
                StrictRouter router = routers.get(version);
                router.receive(delta == null ? whole(versions, version) : bytes(delta, version), delta == null);
                StrictRouter fresh = new StrictRouter(version);
                fresh.receive(whole(versions, version), true);
                assertThat(router.content()).as("version %d", version).isEqualTo(fresh.content());
            }
        }
    }

    @Property(tries = 200)
    void jsonOfTheDataOfFilesIsExact(@ForAll long seed) {
        random.setSeed(seed);
        RpkiSetBuilder builder = new RpkiSetBuilder();
        json().forEach(builder::add);
        slurm().assertions().forEach(builder::add);
        for (RpkiJsonWriter.Form form : List.of(RpkiJsonWriter.Form.RPKI_CLIENT, RpkiJsonWriter.Form.ROUTINATOR)) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            RpkiJsonWriter.write(RpkiSnapshot.of(1, new Serial(1), builder), Instant.EPOCH, form, out);
            JsonNode document = new JsonMapper().readTree(out.toByteArray());
            for (JsonNode roa : document.path("roas")) {
                assertThat(roa.path("prefix").asString()).matches(PREFIX);
                String[] prefix = roa.path("prefix").asString().split("/");
                assertThat(roa.path("maxLength").isInt()).isTrue();
                assertThat(roa.path("maxLength").intValue())
                        .isBetween(Integer.valueOf(prefix[1]), prefix[0].contains(":") ? 128 : 32);
                asn(roa.path("asn"), form);
            }
            for (JsonNode aspa : document.path("aspas")) {
                long customer = asn(
                        aspa.path("customer_asid").isMissingNode() ? aspa.path("customer") : aspa.path("customer_asid"),
                        form);
                List<Long> providers = new ArrayList<>();
                aspa.path("providers").forEach(provider -> providers.add(asn(provider, form)));
                assertThat(providers)
                        .isNotEmpty()
                        .isSorted()
                        .doesNotHaveDuplicates()
                        .doesNotContain(customer);
                assertThat(providers.contains(0L)).isEqualTo(providers.equals(List.of(0L)));
                assertThat(customer).isPositive();
            }
        }
    }

    private static long asn(JsonNode value, RpkiJsonWriter.Form form) {
        if (form == RpkiJsonWriter.Form.RPKI_CLIENT) {
            assertThat(value.isIntegralNumber()).isTrue();
            return value.longValue();
        }
        assertThat(value.asString()).matches("AS(0|[1-9]\\d{0,9})");
        return Long.parseLong(value.asString().substring(2));
    }

    private byte[] whole(VersionedRpkiSet versions, int version) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new RtrView(versions).whole(version, RtrContent.ALL).chunks().forEach(out::writeBytes);
        return out.toByteArray();
    }

    private static byte[] bytes(RpkiDelta delta, int version) {
        ByteWriter out = new ByteWriter();
        PayloadOrder.change(delta, version, RtrContent.ALL).forEach(pdu -> RtrCodec.encode(pdu, out));
        return out.toArray();
    }

    /** Returns the union of the data of a cache and a file, with the exceptions of a SLURM file. */
    private RpkiSnapshot snapshot(int serial) {
        RpkiSetBuilder builder = new RpkiSetBuilder();
        cache().forEach(builder::add);
        json().forEach(builder::add);
        Slurm slurm = slurm();
        SlurmFilters filters = new SlurmFilters(slurm);
        RpkiSnapshot all = RpkiSnapshot.of(1, new Serial(serial), builder);
        return RpkiSnapshot.renumbered(all.filtered(filters::keep, slurm.assertions()), 1, new Serial(serial));
    }

    /** Returns the data of a cache of version 2, some of whose PDUs have faults. */
    private List<RpkiObject> cache() {
        RtrClientSession session = new RtrClientSession(2, 2, Duration.ofSeconds(1), BOUNDS);
        session.onConnect(Instant.EPOCH);
        feed(session, new ByteWriter().u8(2).u8(3).u16(7).u32(8));
        for (int i = random.nextInt(12); i > 0; i--) {
            feed(session, random.nextInt(2) == 0 ? prefixPdu() : aspaPdu());
        }
        feed(
                session,
                new ByteWriter()
                        .u8(2)
                        .u8(7)
                        .u16(7)
                        .u32(24)
                        .u32(1)
                        .u32(100)
                        .u32(10)
                        .u32(1000));
        RpkiSnapshot data = session.data();
        return data == null ? List.of() : RpkiSnapshot.all(data);
    }

    private static void feed(RtrClientSession session, ByteWriter pdu) {
        switch (RtrCodec.decode(pdu.toBytes())) {
            case Decoded.Ok<RtrPdu>(RtrPdu read) -> session.onPdu(read, Instant.EPOCH);
            case Decoded.Damaged<RtrPdu>(var error, var bytes) -> session.onMalformedPdu(error, bytes);
        }
    }

    private ByteWriter prefixPdu() {
        boolean ipv4 = random.nextBoolean();
        int most = ipv4 ? 32 : 128;
        int length = random.nextInt(most + (fault() ? 4 : 1));
        int maxLength = fault() ? random.nextInt(140) : Math.min(most, length + random.nextInt(3));
        ByteWriter pdu = new ByteWriter()
                .u8(2)
                .u8(ipv4 ? 4 : 6)
                .u16(0)
                .u32(ipv4 ? 20 : 32)
                .u8(fault() ? random.nextInt(256) : 1)
                .u8(length)
                .u8(maxLength)
                .u8(fault() ? 1 : 0);
        byte[] address = new byte[most / 8];
        random.nextBytes(address);
        return pdu.bytes(address).u32(random.nextInt(3));
    }

    private ByteWriter aspaPdu() {
        int providers = random.nextInt(4);
        ByteWriter pdu = new ByteWriter()
                .u8(2)
                .u8(11)
                .u8(fault() ? 0 : 1)
                .u8(fault() ? 3 : 0)
                .u32(12 + 4 * providers)
                .u32(random.nextInt(5));
        for (int i = 0; i < providers; i++) {
            pdu.u32(random.nextInt(6));
        }
        return pdu;
    }

    private boolean fault() {
        return random.nextInt(20) == 0;
    }

    private List<RpkiObject> json() {
        String text = "{\"roas\": [" + list(this::roa) + "], \"aspas\": ["
                + list(() -> "{\"customer_asid\": " + as() + ", \"providers\": [" + list(this::as) + "]}") + "]}";
        return RpkiJsonReader.read(stream(text), "test.json", null, BOUNDS).objects();
    }

    private Slurm slurm() {
        String text = """
                {"slurmVersion": 2,
                 "validationOutputFilters": {"prefixFilters": [%s], "bgpsecFilters": [], "aspaFilters": [%s]},
                 "locallyAddedAssertions": {"prefixAssertions": [%s], "bgpsecAssertions": [], "aspaAssertions": [%s]}}
                """.formatted(
                        random.nextInt(4) == 0 ? "{\"prefix\": " + prefix() + "}" : "",
                        random.nextInt(4) == 0 ? "{\"customerAsid\": " + as() + "}" : "",
                        random.nextInt(2) == 0 ? "{\"asn\": " + as() + ", \"prefix\": " + prefix() + "}" : "",
                        random.nextInt(2) == 0
                                ? "{\"customerAsn\": " + as() + ", \"providerAsns\": [" + list(this::as) + "]}"
                                : "");
        return SlurmReader.read(stream(text), "slurm.json").slurm().orElse(Slurm.NONE);
    }

    private String roa() {
        return "{\"asn\": " + as() + ", \"prefix\": " + prefix() + ", \"maxLength\": " + (fault() ? "\"24\"" : "32")
                + "}";
    }

    private String prefix() {
        String length = fault() ? "+24" : String.valueOf(random.nextInt(4) == 0 ? 20 : 24);
        return "\"10." + random.nextInt(3) + ".0." + (fault() ? "1" : "0") + "/" + length + "\"";
    }

    private String as() {
        int asn = random.nextInt(6);
        return fault() ? "\"AS" + asn + "\"" : fault() ? "-1" : String.valueOf(asn);
    }

    private String list(Supplier<String> element) {
        List<String> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            elements.add(element.get());
        }
        return String.join(",", elements);
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theCheckerRefusesAMalformedAspa() {
        byte[] withAs0 = Bytes.fromHex("020b010000000014" + "0000fbf0" + "00000000" + "0000fbf1")
                .toArray();
        assertThatThrownBy(() -> new StrictRouter(2).receive(withAs0, true)).hasMessageContaining("AS 0");
    }
}
