// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.json;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Locale;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.Vrp;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes an RPKI set as JSON. The stream is flushed and stays open. An I/O error throws Jackson's JacksonIOException.
 */
public final class RpkiJsonWriter {
    /** The output format, by validator. */
    public enum Form {
        /** rpki-client and StayRTR: {@code bgpsec_keys}, numbers, standard base64. */
        RPKI_CLIENT,
        /** Routinator: {@code routerKeys}, "AS" before numbers, URL-safe base64. */
        ROUTINATOR,
        /** A plain array of {@code asn}, {@code ski} and {@code spki_der_hex}: router keys only. */
        KEYS
    }

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final String TRUST_ANCHOR = "pathproof";

    private final JsonGenerator json;
    private final Form form;

    private RpkiJsonWriter(JsonGenerator json, Form form) {
        this.json = json;
        this.form = form;
    }

    /** Writes {@code set} in {@code form}, with {@code builtAt} in the metadata. */
    public static void write(RpkiSet set, Instant builtAt, Form form, OutputStream out) {
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), new Unclosed(out))) {
            RpkiJsonWriter writer = new RpkiJsonWriter(json, form);
            if (form == Form.KEYS) {
                writer.writeKeys(set);
            } else {
                writer.writeDocument(set, builtAt);
            }
        }
    }

    private void writeDocument(RpkiSet set, Instant builtAt) {
        String time = builtAt.truncatedTo(ChronoUnit.SECONDS).toString();
        json.writeStartObject();
        json.writeObjectPropertyStart("metadata");
        if (form == Form.ROUTINATOR) {
            json.writeNumberProperty("generated", builtAt.getEpochSecond());
            json.writeStringProperty("generatedTime", time);
        } else {
            json.writeStringProperty("buildtime", time);
            json.writeNumberProperty("vrps", set.allVrps().size());
            json.writeNumberProperty("bgpsec_pubkeys", set.allRouterKeys().size());
            json.writeNumberProperty("aspas", set.allAspas().size());
        }
        json.writeEndObject();
        json.writeArrayPropertyStart("roas");
        for (Vrp vrp : set.allVrps()) {
            json.writeStartObject();
            writeAsn("asn", vrp.asn());
            json.writeStringProperty("prefix", vrp.prefix().toString());
            json.writeNumberProperty("maxLength", vrp.maxLength());
            json.writeStringProperty("ta", TRUST_ANCHOR);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeName(form == Form.ROUTINATOR ? "routerKeys" : "bgpsec_keys");
        writeKeys(set);
        json.writeArrayPropertyStart("aspas");
        for (Aspa aspa : set.allAspas()) {
            json.writeStartObject();
            writeAsn(form == Form.ROUTINATOR ? "customer" : "customer_asid", aspa.customer());
            json.writeArrayPropertyStart("providers");
            for (long provider : aspa.providers()) {
                if (form == Form.ROUTINATOR) {
                    json.writeString("AS" + provider);
                } else {
                    json.writeNumber(provider);
                }
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void writeKeys(RpkiSet set) {
        json.writeStartArray();
        for (RouterKey key : set.allRouterKeys()) {
            String ski = key.ski().toHex().toUpperCase(Locale.ROOT);
            byte[] spki = key.spki().toArray();
            json.writeStartObject();
            writeAsn("asn", key.asn());
            switch (form) {
                case RPKI_CLIENT -> {
                    json.writeStringProperty("ski", ski);
                    json.writeStringProperty("pubkey", Base64.getEncoder().encodeToString(spki));
                    json.writeStringProperty("ta", TRUST_ANCHOR);
                }
                case ROUTINATOR -> {
                    json.writeStringProperty("SKI", ski);
                    json.writeStringProperty(
                            "routerPublicKey",
                            Base64.getUrlEncoder().withoutPadding().encodeToString(spki));
                }
                case KEYS -> {
                    json.writeStringProperty("ski", ski);
                    json.writeStringProperty("spki_der_hex", key.spki().toHex());
                }
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void writeAsn(String name, long asn) {
        if (form == Form.ROUTINATOR) {
            json.writeStringProperty(name, "AS" + asn);
        } else {
            json.writeNumberProperty(name, asn);
        }
    }

    /** Flushes instead of closing, because the stream belongs to the caller. */
    private static final class Unclosed extends FilterOutputStream {
        Unclosed(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
