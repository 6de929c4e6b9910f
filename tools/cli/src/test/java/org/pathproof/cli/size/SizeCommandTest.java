// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.size;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.cli.Run;
import org.pathproof.cli.io.ExitCode;

class SizeCommandTest {
    private static final Path ROOT = Path.of("../..");
    private static final String[] NODE = {"--verifications", "16570", "--engine", "ifma"};
    private static final Pattern PODS = Pattern.compile("(?m)^(collector|validator|policyApi):\\n(?:  .*\\n)*?"
            + "  replicas: (\\d+)\\n(?:  .*\\n)*?"
            + "    requests: \\{cpu: \"?([0-9.]+)\"?, memory: (\\w+).*}\\n    limits: \\{memory: (\\w+).*}\\n");

    @TempDir
    Path folder;

    @Test
    void printsEveryPartOfADeployment() {
        Run run = run("--routers", "100", "--feeds", "20");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .contains("100 routers, 200,000,000 routes, 20,200 updates/s on a busy day, 55,556 while tables")
                .containsPattern("collector +2 ")
                .containsPattern("validator +[2-9] ")
                .containsPattern("policy API +2 ")
                .containsPattern("partitions +\\d+")
                .containsPattern("Kafka .*GB of disk")
                .containsPattern("Redis +\\d+ MiB")
                .containsPattern("feeds +20 of each replica")
                .doesNotContain("note:");
    }

    @Test
    void measuresThisMachineByDefault() {
        Run run = Run.of("size", "--routers", "1", "--engine", "avx2");
        // Either OpenSSL is installed, or the error names the option.
        assertThat(run.out() + run.err()).containsPattern("OpenSSL verifies [0-9,]+ signatures|give --verifications");
    }

    @Test
    void readsTheOutputOfOpenSsl() {
        String output = """
                                              sign    verify    sign/s verify/s
                 256 bits ecdsa (nistp256)   0.0000s   0.0001s  41563.0  13712.5
                """;
        assertThat(OpenSslRate.parse(output)).hasValue(13_712.5);
        assertThat(OpenSslRate.parse("")).isEmpty();
    }

    @Test
    void notesWhatWasNotMeasured() {
        assertThat(run("--routers", "1000", "--feeds", "2000").out())
                .contains("note: Each replica of the policy API holds all 2,000,000,000 routes.")
                .contains("note: 2,000 feeds exceed the 1,000 sessions");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--routers 0 | --routers 0 is out of range: use 1 to 10000",
                "--routers -3 | --routers -3 is out of range",
                "--routers many | '--routers': 'many' is not",
                "--feeds 3 | '--routers=N'",
                "--routers 1 --feeds -1 | --feeds -1 is out of range: use 0 to 10000",
                "--routers 10000 --peers 10000 | 100000000000000 routes: the maximum is 100000000000",
                "--routers 1 --signed NaN | --signed NaN is out of range",
                "--routers 1 --headroom 100 | --headroom 100.0 is out of range: use 0 to 90",
                "--routers 1 --retention 7 | '7' is not a duration: use a form like",
                "--routers 1 --table-time 1s | --table-time 1 is out of range: use 60 to 604800 seconds",
                "--routers 1 --engine abacus | --engine abacus is unknown: use ifma, avx2, scalar, java",
                "--routers 1 --engine java --verifications 0 | --verifications 0.0 is out of range",
            })
    void refusesBadInput(String arguments, String error) {
        List<String> command = new ArrayList<>(List.of("size"));
        command.addAll(List.of(arguments.split(" ", -1)));
        Run run = Run.of(command.toArray(String[]::new));
        assertThat(run.exitCode()).isEqualTo(ExitCode.CANNOT_RUN);
        assertThat(run.err()).contains(error);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void namesAFileThatCannotBeWritten() {
        Run run = run(
                "--routers",
                "1",
                "--values",
                folder.resolve("missing/values.yaml").toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.CANNOT_RUN);
        assertThat(run.err()).contains("missing/values.yaml");
    }

    @Test
    void smallestPodsAreThoseOfTheChart() throws IOException {
        String chart = Files.readString(ROOT.resolve("helm/pathproof/values.yaml"));
        assertThat(chart.substring(chart.indexOf("\ncollector:")))
                .contains(resources(CapacityModel.COLLECTOR, "768Mi", "1Gi"));
        assertThat(chart.substring(chart.indexOf("\nvalidator:")))
                .contains(resources(CapacityModel.VALIDATOR, "3Gi", "6Gi"));
        assertThat(chart.substring(chart.indexOf("\npolicyApi:")))
                .contains(resources(CapacityModel.POLICY_API, "2Gi", "3Gi"));
    }

    private static String resources(Plan.Pods pods, String memory, String limit) {
        assertThat(mebibytes(memory)).isEqualTo(pods.memory());
        assertThat(mebibytes(limit)).isEqualTo(pods.limit());
        String cpu = pods.cpu() == 1 ? "\"1\"" : Math.round(pods.cpu() * 1000) + "m";
        return "  resources:\n    requests: {cpu: " + cpu + ", memory: " + memory
                + ", ephemeral-storage: 64Mi}\n    limits: {memory: " + limit;
    }

    private static long mebibytes(String size) {
        long number = Long.parseLong(size.replaceAll("\\D", ""));
        return size.endsWith("Gi") ? number * 1024 : number;
    }

    /** The first line of the overlay's values is the command. */
    @Test
    void theLargeOverlayHasThePodsOfItsNetwork() throws IOException {
        String overlay = Files.readString(ROOT.resolve("k8s/overlays/large/values.yaml"));
        assertThat(pods(overlay)).hasSize(3).isEqualTo(pods(values(overlay)));
    }

    /** The small overlay has one pod of each service, and so no resources of its own. */
    @Test
    void theSmallOverlaySufficesForItsNetwork() throws IOException {
        String overlay = Files.readString(ROOT.resolve("k8s/overlays/small/values.yaml"));
        assertThat(overlay).doesNotContain("resources");
        assertThat(pods(values(overlay)))
                .containsExactly("collector 2 0.5 768 1024", "validator 2 1 3072 6144", "policyApi 2 0.5 2048 3072");
    }

    /** Runs the command in the first line of a file and returns the values that it writes. */
    private String values(String overlay) throws IOException {
        String command = overlay.lines().findFirst().orElseThrow().replaceFirst("^# .*\\./pathproof size ", "");
        List<String> arguments = new ArrayList<>(List.of(command.split(" ", -1)));
        Path values = folder.resolve("values.yaml");
        arguments.addAll(List.of("--values", values.toString()));
        Run run = run(arguments.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        return Files.readString(values);
    }

    private static List<String> pods(String values) {
        Matcher pods = PODS.matcher(values);
        List<String> found = new ArrayList<>();
        while (pods.find()) {
            found.add(pods.group(1) + " " + pods.group(2) + " " + pods.group(3) + " " + mebibytes(pods.group(4)) + " "
                    + mebibytes(pods.group(5)));
        }
        return found;
    }

    private static Run run(String... arguments) {
        List<String> command = new ArrayList<>(List.of("size"));
        command.addAll(List.of(arguments));
        command.addAll(List.of(NODE));
        return Run.of(command.toArray(String[]::new));
    }
}
