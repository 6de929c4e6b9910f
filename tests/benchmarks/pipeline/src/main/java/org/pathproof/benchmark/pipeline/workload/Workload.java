// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.workload;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.lab.paths.LabRoute;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/**
 * Recorded BMP streams and the RPKI that makes all of them valid, in a folder. The streams are signed once and used by
 * later runs.
 */
public final class Workload {
    private static final String SEED = "pathproof-pipeline";
    /** Version of the format: raise it when the same name and size give other bytes. */
    private static final int VERSION = 5;

    private static final String FACTS = "facts.properties";
    private static final String RPKI = "rpki.bin";
    private static final String BASELINE = "baseline.bin";

    private final Path folder;
    private final Map<String, Recorded> streams;
    private final RpkiFile.Contents rpki;
    private final Properties facts;

    /** A stream in files. */
    public record Recorded(String name, int router, Path bytes, Path indexFile, Path prefixFile, StreamIndex index) {
        /** Returns the stream for another router. No message of the stream may name its router. */
        public Recorded from(int other) {
            return new Recorded(name, other, bytes, indexFile, prefixFile, index);
        }

        public int updates() {
            return index.size();
        }

        /** Returns the prefix of each update. */
        public List<String> prefixes() throws IOException {
            return Files.readAllLines(prefixFile);
        }
    }

    private Workload(Path folder, Map<String, Recorded> streams, RpkiFile.Contents rpki, Properties facts) {
        this.folder = folder;
        this.streams = streams;
        this.rpki = rpki;
        this.facts = facts;
    }

    /**
     * Reads the workload of a name from {@code cache}, or creates it and writes it there.
     *
     * @param name name that differs for different content
     * @param recipe recipe, which is used only to create the workload
     */
    public static Workload of(Path cache, String name, Supplier<Recipe> recipe) throws IOException {
        Path folder = cache.resolve(name + "-v" + VERSION);
        if (!Files.exists(folder.resolve(FACTS))) {
            Files.createDirectories(cache);
            Path fresh = Files.createTempDirectory(cache, "new-");
            make(fresh, recipe.get());
            Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
        }
        return read(folder);
    }

    /**
     * The content of a workload.
     *
     * @param facts facts for the user of the workload
     */
    public record Recipe(List<StreamRecipe> streams, Map<String, String> facts) {
        public static Recipe of(StreamRecipe... streams) {
            return new Recipe(List.of(streams), Map.of());
        }
    }

    private static void make(Path folder, Recipe recipes) throws IOException {
        LabKeys keys = new LabKeys(SEED);
        BaselineWriter baseline = new BaselineWriter(keys);
        StreamWriter writer = new StreamWriter(keys, baseline);
        Properties facts = new Properties();
        List<String> order = new ArrayList<>();
        long updates = 0;
        for (StreamRecipe recipe : recipes.streams()) {
            writer.write(
                    recipe,
                    folder.resolve(recipe.name() + ".bmp"),
                    folder.resolve(recipe.name() + ".index"),
                    folder.resolve(recipe.name() + ".prefixes"));
            order.add(recipe.name() + ":" + recipe.router());
            updates += recipe.updates();
        }
        baseline.write(folder.resolve(BASELINE));
        RpkiFile.write(folder.resolve(RPKI), keys(keys, recipes.streams()), vrps(recipes.streams()));
        recipes.facts().forEach(facts::setProperty);
        facts.setProperty("streams", String.join(",", order));
        facts.setProperty("updates", Long.toString(updates));
        facts.setProperty("signatures", Long.toString(writer.signatures()));
        try (OutputStream out = Files.newOutputStream(folder.resolve(FACTS))) {
            facts.store(out, "pathproof bench pipeline");
        }
    }

    private static List<RouterKey> keys(LabKeys keys, List<StreamRecipe> recipes) {
        Set<Long> asns = new LinkedHashSet<>();
        recipes.stream()
                .filter(StreamRecipe::signed)
                .forEach(recipe -> recipe.routes().forEach(route -> route.hops().forEach(hop -> asns.add(hop.asn()))));
        return asns.parallelStream().map(asn -> keys.of(asn).routerKey()).toList();
    }

    /** Returns VRPs for half of the prefixes. In the internet, about as many prefixes have a VRP. */
    private static Set<Vrp> vrps(List<StreamRecipe> recipes) {
        Set<Vrp> vrps = new LinkedHashSet<>();
        for (StreamRecipe recipe : recipes) {
            for (LabRoute route : recipe.routes()) {
                if (isCovered(route.prefix())) {
                    vrps.add(new Vrp(route.prefix(), route.prefix().length(), route.originAs()));
                }
            }
        }
        return vrps;
    }

    /** Returns true if a VRP covers the routes of a prefix. */
    public static boolean isCovered(Prefix prefix) {
        long mixed = (prefix.hi() ^ prefix.lo() ^ prefix.length()) * 0x9e3779b97f4a7c15L;
        return (mixed >>> 32 & 1) == 0;
    }

    private static Workload read(Path folder) throws IOException {
        Properties facts = new Properties();
        try (InputStream in = Files.newInputStream(folder.resolve(FACTS))) {
            facts.load(in);
        }
        Map<String, Recorded> streams = new LinkedHashMap<>();
        for (String stream : facts.getProperty("streams").split(",", -1)) {
            String[] words = stream.split(":", -1);
            Path index = folder.resolve(words[0] + ".index");
            streams.put(
                    words[0],
                    new Recorded(
                            words[0],
                            Integer.parseInt(words[1]),
                            folder.resolve(words[0] + ".bmp"),
                            index,
                            folder.resolve(words[0] + ".prefixes"),
                            StreamIndex.read(index)));
        }
        return new Workload(folder, streams, RpkiFile.read(folder.resolve(RPKI)), facts);
    }

    /** Reads the router keys of the workload in a folder. */
    public static List<RouterKey> keysIn(Path folder) throws IOException {
        return RpkiFile.read(folder.resolve(RPKI)).keys();
    }

    /** Returns the folder of the workload. */
    public Path folder() {
        return folder;
    }

    public Recorded stream(String name) {
        Recorded stream = streams.get(name);
        if (stream == null) {
            throw new NoSuchElementException(name);
        }
        return stream;
    }

    /** Returns the streams whose name begins with {@code start}, in their order. */
    public List<Recorded> streams(String start) {
        return streams.values().stream()
                .filter(stream -> stream.name().startsWith(start))
                .toList();
    }

    public List<RouterKey> keys() {
        return rpki.keys();
    }

    public List<Vrp> vrps() {
        return rpki.vrps();
    }

    /** Returns router keys and VRPs. */
    public List<RpkiObject> rpki() {
        List<RpkiObject> all = new ArrayList<>(rpki.keys());
        all.addAll(rpki.vrps());
        return all;
    }

    /** Returns a fact of the recipe. */
    public String fact(String name) {
        return facts.getProperty(name);
    }

    public long updates() {
        return Long.parseLong(facts.getProperty("updates"));
    }

    public long signatures() {
        return Long.parseLong(facts.getProperty("signatures"));
    }

    public double hops() {
        return (double) signatures() / updates();
    }

    /** Returns the file of signatures for {@code openssl.c}. */
    public Path baseline() {
        return folder.resolve(BASELINE);
    }
}
