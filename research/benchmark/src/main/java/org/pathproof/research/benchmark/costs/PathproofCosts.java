// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark.costs;

import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPrivateKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.bgpsec.PathContext;
import org.pathproof.bgpsec.PathResult;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.bgpsec.SignedBytes;
import org.pathproof.lab.paths.LabKey;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.P256PublicKey;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.research.benchmark.CpuClock;
import org.pathproof.research.benchmark.costs.Cost.Kind;
import org.pathproof.research.benchmark.costs.CostWorkload.SignedPath;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.Segment;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;
import org.pathproof.wire.rpki.RouterKey;

/** Measures Pathproof on the calling thread, in CPU time and in live bytes of the heap. */
final class PathproofCosts {
    /** Name of Pathproof in tables, when each call validates one path. */
    static final String SINGLE = "Pathproof";

    /** Name of Pathproof in tables, when each call validates {@link #BATCH} paths. */
    static final String BATCHED = "Pathproof, 500 paths at a time";

    private static final int BATCH = 500;
    private static final int WARM_UPS = 3;
    private static final int COLLECTIONS = 4;
    /** Equal objects whose memory is measured at once. */
    private static final int COPIES = 8;

    private static final double NANOS_PER_MICRO = 1e3;

    private final CostWorkload workload;
    private final SignatureVerifier verifier = new BatchVerifier(SignatureEngines.select(EngineSettings.fromSystem()));
    private final List<Cost> costs = new ArrayList<>();

    private PathproofCosts(CostWorkload workload) {
        this.workload = workload;
    }

    /**
     * Measures all figures.
     *
     * @throws IllegalStateException if a path of the workload does not validate
     */
    static List<Cost> measure(CostWorkload workload) {
        PathproofCosts measured = new PathproofCosts(workload);
        measured.measureKeys();
        workload.paths().forEach(measured::measurePaths);
        return measured.costs;
    }

    private void measureKeys() {
        heldBy(this::snapshot, CostWorkload.KEYS); // warm-up, after which the JVM frees no other memory
        for (int count = CostWorkload.KEYS_STEP; count <= CostWorkload.KEYS; count += CostWorkload.KEYS_STEP) {
            add(SINGLE, Kind.KEY_MEMORY, 0, count, heldBy(this::snapshot, count));
        }
        List<LabKey> keys = workload.keys();
        for (int warmUp = 0; warmUp < WARM_UPS; warmUp++) {
            parseKeys(keys);
        }
        long start = CpuClock.nanos();
        parseKeys(keys);
        add(SINGLE, Kind.LOAD_PUBLIC_KEY, 0, keys.size(), micros(start) / keys.size());
        signers(keys);
        start = CpuClock.nanos();
        signers(keys);
        add(SINGLE, Kind.LOAD_PRIVATE_KEY, 0, keys.size(), micros(start) / keys.size());
    }

    /** Returns the keys as services hold them. The objects of the workload are not shared with it. */
    private RpkiSnapshot snapshot(int count) {
        return RpkiSnapshot.of(
                1,
                new Serial(1),
                workload.keys().subList(0, count).stream()
                        .map(LabKey::routerKey)
                        .map(key -> new RouterKey(key.asn(), copy(key.ski()), copy(key.spki())))
                        .toList());
    }

    private static Bytes copy(Bytes bytes) {
        return Bytes.wrap(bytes.toArray());
    }

    private static void parseKeys(List<LabKey> keys) {
        for (LabKey key : keys) {
            if (!(P256PublicKey.parse(key.routerKey().spki().toArray()) instanceof P256PublicKey)) {
                throw new IllegalStateException("a key of the workload is refused");
            }
        }
    }

    private void measurePaths(int hops, List<SignedPath> paths) {
        heldBy(count -> parsed(paths, count), paths.size());
        for (int count = CostWorkload.PATHS_STEP; count <= paths.size(); count += CostWorkload.PATHS_STEP) {
            add(SINGLE, Kind.PATH_MEMORY, hops, count, heldBy(n -> parsed(paths, n), count));
        }
        RpkiSnapshot keys = snapshot(workload.keys().size());
        for (int warmUp = 0; warmUp < WARM_UPS; warmUp++) {
            parsed(paths, paths.size());
            validate(paths, keys, 1, Kind.VALIDATE_TOTAL, hops, false);
            validate(paths, keys, BATCH, Kind.VALIDATE_TOTAL, hops, false);
        }
        long start = CpuClock.nanos();
        parsed(paths, paths.size());
        add(SINGLE, Kind.PARSE, hops, paths.size(), micros(start) / paths.size());
        double single = validate(paths, keys, 1, Kind.VALIDATE_TOTAL, hops, true);
        add(SINGLE, Kind.VALIDATE, hops, paths.size(), single / paths.size());
        double batched = validate(paths, keys, BATCH, Kind.VALIDATE_TOTAL, hops, true);
        add(BATCHED, Kind.VALIDATE, hops, paths.size(), batched / paths.size());
        Signature signer = signers(workload.keys()).getLast();
        sign(paths, signer, hops, false);
        sign(paths, signer, hops, true);
    }

    private static List<SecurePath> parsed(List<SignedPath> paths, int count) {
        List<SecurePath> parsed = new ArrayList<>(count);
        for (SignedPath path : paths.subList(0, count)) {
            // A router copies the attribute out of its buffer, so that the path does not hold the whole message.
            parsed.add(BgpsecPathCodec.decode(copy(path.value())).orThrow());
        }
        return parsed;
    }

    /** Validates all paths, and returns the time in microseconds. Adds the grid if {@code recorded}. */
    private double validate(
            List<SignedPath> paths, RpkiSnapshot keys, int batch, Kind kind, int hops, boolean recorded) {
        List<PathValidator.Path> all = paths.stream()
                .map(path -> new PathValidator.Path(path.value(), context(path)))
                .toList();
        double total = 0;
        for (int from = 0; from < all.size(); from += batch) {
            int to = Math.min(all.size(), from + batch);
            long start = CpuClock.nanos();
            List<PathResult> results =
                    PathValidator.validateAll(all.subList(from, to), keys::routerKeys, verifier, false);
            total += micros(start);
            for (PathResult result : results) {
                if (result.state() != PathState.VALID) {
                    throw new IllegalStateException("a path of the workload is " + result);
                }
            }
            if (recorded && to % CostWorkload.PATHS_STEP == 0) {
                add(batch == 1 ? SINGLE : BATCHED, kind, hops, to, total);
            }
        }
        return total;
    }

    private PathContext context(SignedPath path) {
        OptionalLong receiver = OptionalLong.of(workload.receiver());
        return new PathContext(
                receiver,
                OptionalLong.empty(),
                receiver,
                PathContext.PeerRelation.EXTERNAL,
                false,
                new AfiSafi(path.prefix().afi(), AfiSafi.SAFI_UNICAST),
                path.prefix());
    }

    /** Converts private keys, each for a signer of the JDK. */
    private static List<Signature> signers(List<LabKey> keys) {
        try {
            AlgorithmParameters curve = AlgorithmParameters.getInstance("EC");
            curve.init(new ECGenParameterSpec("secp256r1"));
            ECParameterSpec parameters = curve.getParameterSpec(ECParameterSpec.class);
            KeyFactory factory = KeyFactory.getInstance("EC");
            List<Signature> signers = new ArrayList<>(keys.size());
            for (LabKey key : keys) {
                signers.add(signer(factory.generatePrivate(new ECPrivateKeySpec(key.secret(), parameters))));
            }
            return signers;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK does not support secp256r1", e);
        }
    }

    private static Signature signer(PrivateKey key) throws GeneralSecurityException {
        Signature signer = Signature.getInstance("SHA256withECDSA");
        signer.initSign(key);
        return signer;
    }

    /** Signs each path for one neighbor, as its receiver. */
    private void sign(List<SignedPath> paths, Signature signer, int hops, boolean recorded) {
        List<SecurePath> parsed = parsed(paths, paths.size());
        LabKey key = workload.keys().getLast();
        double total = 0;
        for (int i = 0; i < parsed.size(); i++) {
            long start = CpuClock.nanos();
            extend(parsed.get(i), paths.get(i), key, signer);
            total += micros(start);
            if (recorded && (i + 1) % CostWorkload.PATHS_STEP == 0) {
                add(SINGLE, Kind.SIGN_TOTAL, hops, i + 1, total);
            }
        }
        if (recorded) {
            add(SINGLE, Kind.SIGN, hops, parsed.size(), total / parsed.size());
        }
    }

    private static Bytes extend(SecurePath path, SignedPath route, LabKey key, Signature signer) {
        List<Segment> segments = new ArrayList<>(path.segments());
        segments.addFirst(new Segment(1, 0, key.routerKey().asn()));
        SignatureBlock block = path.blocks().getFirst();
        List<SignatureSegment> signatures = new ArrayList<>(block.segments());
        signatures.addFirst(new SignatureSegment(key.ski(), Bytes.EMPTY));
        SecurePath unsigned = new SecurePath(segments, List.of(new SignatureBlock(block.suite(), signatures)));
        Bytes signed = SignedBytes.of(
                unsigned,
                0,
                segments.size(),
                key.routerKey().asn() + 1,
                new AfiSafi(route.prefix().afi(), AfiSafi.SAFI_UNICAST),
                route.prefix());
        try {
            signer.update(signed.asByteBuffer());
            signatures.set(0, new SignatureSegment(key.ski(), Bytes.wrap(signer.sign())));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK cannot sign", e);
        }
        return BgpsecPathCodec.encode(new SecurePath(segments, List.of(new SignatureBlock(block.suite(), signatures))));
    }

    private void add(String system, Kind kind, int hops, int count, double value) {
        costs.add(new Cost(system, kind, hops, count, value));
    }

    private static double micros(long start) {
        return (CpuClock.nanos() - start) / NANOS_PER_MICRO;
    }

    /**
     * Returns the bytes of the heap that are freed with an object. Several equal objects are freed, because the JVM
     * counts the allocation buffers of its threads as used, which may be larger than one object.
     */
    private static double heldBy(IntFunction<Object> create, int count) {
        List<Object> held = new ArrayList<>();
        for (int i = 0; i < COPIES; i++) {
            held.add(create.apply(count));
        }
        long before = heap();
        Objects.requireNonNull(held.getFirst());
        held.clear();
        return (double) (before - heap()) / COPIES;
    }

    private static long heap() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
