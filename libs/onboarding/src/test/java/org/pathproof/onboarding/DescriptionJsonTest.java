// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.bgpsec.NeighborRole;
import org.pathproof.wire.AsNumbers;
import org.pathproof.wire.bmp.RibView;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the JSON of descriptions: its members, its bounds, and the messages about others. */
final class DescriptionJsonTest {
    @Test
    void writesAndReadsEveryMember() {
        byte[] json = DescriptionJson.write(Descriptions.FULL);
        assertThat(new String(json, UTF_8))
                .contains("\"confederation-members\":[64501,64502]")
                .contains("\"roles\":{\"customers\":[\"AS64499\"],\"route-server-clients\":[\"198.51.100.0/24\"]}");
        assertThat(DescriptionJson.read(json)).isEqualTo(new Reading.Described(Descriptions.FULL));
    }

    @Test
    void nameAndAsAreEnough() {
        RouterDescription least = RouterDescription.of("r1", 4_294_967_295L);
        assertThat(new String(DescriptionJson.write(least), UTF_8)).isEqualTo("{\"name\":\"r1\",\"as\":4294967295}");
        assertThat(read("{'name':'r1','as':4294967295}")).isEqualTo(new Reading.Described(least));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'name':'r1','as':1,'quota':5}                   | quota: unknown member",
                "{'name':'r1','as':1,'roles':{'transits':[]}}     | roles.transits: unknown member",
                "{'as':1}                                         | name: missing",
                "{'name':'r1'}                                    | as: missing",
                "{'name':'r 1','as':1}                            | name: expected 1 to 255 letters",
                "{'name':7,'as':1}                                | name: expected 1 to 255 letters",
                "{'name':'r1','as':0}                             | as: expected an AS number",
                "{'name':'r1','as':4294967296}                    | as: expected an AS number",
                "{'name':'r1','as':1.0}                           | as: expected an AS number",
                "{'name':'r1','as':'1'}                           | as: expected an AS number",
                "{'name':'r1','as':99999999999999999999}          | as: expected an AS number",
                "{'name':'r1','as':1,'confederation-members':[0]} | confederation-members: expected an AS number",
                "{'name':'r1','as':1,'transparent-peers':'AS1'}   | transparent-peers: expected a list",
                "{'name':'r1','as':1,'loop-allowed-peers':['x']}  | loop-allowed-peers: expected an address",
                "{'name':'r1','as':1,'dual-path-peers':['999.1.1.1']} | dual-path-peers: expected an address",
                "{'name':'r1','as':1,'peers':['192.0.2.0/33']}    | peers: expected an address",
                "{'name':'r1','as':1,'peers':[[]]}                | peers: expected an address",
                "{'name':'r1','as':1,'roles':[]}                  | roles: expected an object",
                "{'name':'r1','as':1,'views':['adj-rib']}         | views: expected one of adj-rib-in-pre",
                "{'name':'r1','as':1,'max-peers':0}               | max-peers: expected a number",
                "{'name':'r1','as':1,'max-peers':null}            | max-peers: expected a number",
                "{'name':'r1','name':'r2','as':1}                 | not JSON: Duplicate",
                "{'name':'r1','as':1}{}                           | not JSON",
                "{'name':'r1','as':1                              | not JSON",
                "[[[[[[1]]]]]]                                    | not JSON",
                "[]                                               | not a JSON object",
                "\"\"                                             | not a JSON object",
            })
    void refusesOtherJsonWithThePlaceAndTheReason(String json, String reason) {
        assertThat(refusal(read(json))).contains(reason);
    }

    @Test
    void boundsSizeEntriesAndEncoding() {
        assertThat(refusal(DescriptionJson.read(new byte[DescriptionJson.MAX_BYTES + 1])))
                .contains("16385 bytes");
        assertThat(refusal(DescriptionJson.read(new byte[] {'{', (byte) 0xc3, '}'})))
                .contains("not UTF-8");
        String many = "1,".repeat(DescriptionReader.MAX_ENTRIES) + "1";
        assertThat(refusal(read("{'name':'r1','as':1,'confederation-members':[" + many + "]}")))
                .contains("257 entries");
        assertThat(refusal(read("{" + "'a%d':1,".repeat(3).formatted(1, 2, 3) + "'name':'r1'}")))
                .contains("a1: unknown member; a2: unknown member");
        assertThat(refusal(read("{'name':'r1','as':1,'\\u0007\\u202e':1}"))).doesNotContain("\u0007", "\u202e");
    }

    @Test
    void theSchemaHasTheMembersAndBoundsOfTheReader() throws IOException {
        JsonNode schema = new JsonMapper().readTree(DescriptionJson.schema());
        JsonNode members = schema.get("properties");
        assertThat(names(members)).isEqualTo(DescriptionReader.MEMBERS);
        assertThat(schema.get("additionalProperties").booleanValue()).isFalse();
        assertThat(members.at("/name/pattern").stringValue()).isEqualTo("^" + DescriptionReader.NAME.pattern() + "$");
        assertThat(members.at("/name/maxLength").intValue()).isEqualTo(DescriptionReader.MAX_NAME);
        assertThat(members.at("/max-peers/maximum").intValue()).isEqualTo(DescriptionReader.MAX_PEERS);
        assertThat(schema.at("/$defs/peers/maxItems").intValue()).isEqualTo(DescriptionReader.MAX_ENTRIES);
        assertThat(schema.at("/$defs/as/maximum").longValue()).isEqualTo(AsNumbers.MAX);
        assertThat(names(members.at("/roles/properties")))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(NeighborRole.values())
                        .map(DescriptionReader::label)
                        .toList());
        assertThat(members.at("/views/items/enum").valueStream().map(JsonNode::stringValue))
                .containsExactlyElementsOf(Arrays.stream(RibView.values())
                        .map(DescriptionReader::label)
                        .toList());
    }

    private static Set<String> names(JsonNode object) {
        return new HashSet<>(object.propertyNames());
    }

    private static Reading read(String json) {
        return DescriptionJson.read(json.replace('\'', '"').getBytes(UTF_8));
    }

    private static String refusal(Reading reading) {
        return reading instanceof Reading.Refused(String reason) ? reason : "accepted: " + reading;
    }
}
