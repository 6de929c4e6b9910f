// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * UPDATEs with faulty path attributes, with the handling that RFC 7606 and its followers require. The examples of
 * {@code data/bgp/faulty-updates.csv} are read without code of the project, so that they can test it. Handlings are the
 * names of {@code ErrorHandling}, and senders those of {@code Sender}.
 */
public final class FaultyUpdates {
    private static final List<String> COLUMNS = List.of("EXTERNAL", "CONFEDERATION_MEMBER", "INTERNAL", "OWN_TABLE");
    private static final List<String> HANDLINGS =
            List.of("NO_ERROR", "ATTRIBUTE_DISCARD", "TREAT_AS_WITHDRAW", "SESSION_RESET");
    private static final String CODES = "-DWR";
    private static final byte[] PREFIX = HexFormat.of().parseHex("18cb0071");

    /**
     * An UPDATE with one fault.
     *
     * @param fault name of the fault
     * @param asBytes bytes of an AS number in AS_PATH: 2 or 4
     * @param base {@code nlri}: an IPv4 prefix in the NLRI field; {@code mp}: an IPv6 prefix in MP_REACH_NLRI
     * @param removed type codes of attributes that the UPDATE lacks
     * @param added bytes of attributes in hexadecimal digits
     * @param handlings the handling by sender
     */
    public record Example(
            String name,
            int typeCode,
            String fault,
            int asBytes,
            String base,
            Set<Integer> removed,
            String added,
            Map<String, String> handlings) {
        /** Returns the required handling of an UPDATE of this sender. */
        public String handling(String sender) {
            return Objects.requireNonNull(handlings.get(sender), sender);
        }

        /** Returns the UPDATE as this sender sends it. */
        public byte[] message(String sender) {
            return FaultyUpdates.message(sender, List.of(this));
        }

        /** Returns true if both faults can be in one UPDATE without a third one. */
        public boolean fits(Example other) {
            Set<Integer> types = types();
            types.retainAll(other.types());
            boolean cut = fault.equals("OVERRUN") && other.fault.equals("OVERRUN");
            return types.isEmpty() && asBytes == other.asBytes && base.equals(other.base) && !cut;
        }

        private Set<Integer> types() {
            Set<Integer> types = new HashSet<>(removed);
            types.add(typeCode);
            return types;
        }
    }

    private FaultyUpdates() {}

    /** Returns all examples. */
    public static List<Example> examples() {
        return TestData.text("bgp/faulty-updates.csv")
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(FaultyUpdates::example)
                .toList();
    }

    /** Returns the handling of an UPDATE with several faults: the strongest one (RFC 7606 section 3(h)). */
    public static String handling(String sender, List<Example> faults) {
        int strongest = 0;
        for (Example example : faults) {
            strongest = Math.max(strongest, HANDLINGS.indexOf(example.handling(sender)));
        }
        return HANDLINGS.get(strongest);
    }

    /** Returns an UPDATE without faults. */
    public static byte[] message(String sender) {
        return message(sender, List.of());
    }

    /** Returns an UPDATE with some faults that fit each other. */
    public static byte[] message(String sender, List<Example> faults) {
        int asBytes = faults.isEmpty() ? 4 : faults.getFirst().asBytes;
        boolean mp = !faults.isEmpty() && faults.getFirst().base.equals("mp");
        List<String> attributes = new ArrayList<>();
        Set<Integer> removed = new HashSet<>();
        faults.forEach(example -> removed.addAll(example.removed));
        String first = firstSegment(sender, asBytes);
        attributes.add("40010100");
        attributes.add(asBytes == 4 ? "400206" + first : "400204" + first);
        if (mp) {
            attributes.add("800e1c0002011020010db8000000000000000000000001003020010db80001");
        } else {
            attributes.add("400304c0000201");
        }
        if (sender.equals("INTERNAL")) {
            attributes.add("40050400000064");
        }
        attributes.removeIf(attribute -> removed.contains(Integer.parseInt(attribute.substring(2, 4), 16)));
        Stream.concat(
                        faults.stream().filter(example -> !example.fault.equals("OVERRUN")),
                        faults.stream().filter(example -> example.fault.equals("OVERRUN")))
                .forEach(example ->
                        attributes.add(example.added.replace("{first}", first).replace(" ", "")));
        return update(new byte[0], HexFormat.of().parseHex(String.join("", attributes)), mp ? new byte[0] : PREFIX);
    }

    /** Returns an UPDATE with these fields (RFC 4271 section 4.3). */
    public static byte[] update(byte[] withdrawn, byte[] attributes, byte[] nlri) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < 16; i++) {
            out.write(0xff);
        }
        write16(out, 23 + withdrawn.length + attributes.length + nlri.length);
        out.write(2);
        write16(out, withdrawn.length);
        out.writeBytes(withdrawn);
        write16(out, attributes.length);
        out.writeBytes(attributes);
        out.writeBytes(nlri);
        return out.toByteArray();
    }

    private static String firstSegment(String sender, int asBytes) {
        boolean member = sender.equals("CONFEDERATION_MEMBER");
        return (member ? "0301" : "0201") + (asBytes == 4 ? "0000" : "") + (member ? "fe4d" : "fbf0");
    }

    private static Example example(String line) {
        String[] cells = line.split(";", -1);
        Map<String, String> handlings = new java.util.HashMap<>();
        for (int i = 0; i < COLUMNS.size(); i++) {
            handlings.put(COLUMNS.get(i), HANDLINGS.get(CODES.indexOf(cells[7 + i])));
        }
        int mildest =
                Stream.of(cells).skip(7).limit(3).mapToInt(CODES::indexOf).min().orElseThrow();
        handlings.put("UNKNOWN", HANDLINGS.get(mildest));
        return new Example(
                cells[0],
                Integer.parseInt(cells[1]),
                cells[2],
                Integer.parseInt(cells[3]),
                cells[4],
                Arrays.stream(cells[5].split(" "))
                        .filter(code -> !code.isEmpty())
                        .map(Integer::valueOf)
                        .collect(Collectors.toUnmodifiableSet()),
                cells[6],
                Map.copyOf(handlings));
    }

    private static void write16(ByteArrayOutputStream out, int number) {
        out.write(number >> 8);
        out.write(number);
    }
}
