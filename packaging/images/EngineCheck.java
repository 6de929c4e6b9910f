// SPDX-License-Identifier: Apache-2.0
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;

/**
 * Tests the signature engines of an image with known answers, and prints their states. Fails if the native engine of
 * aarch64 and of plain amd64 processors, {@code scalar}, is not usable. For packaging/images/start.
 */
final class EngineCheck {
    private EngineCheck() {}

    public static void main(String[] args) {
        SignatureEngines engines = new SignatureEngines(EngineSettings.fromSystem());
        engines.available(); // tests all engines
        boolean usable = false;
        for (SignatureEngines.Status status : engines.statuses()) {
            System.out.println("engine " + status.name() + ": " + status.detail());
            usable |= status.name().equals("scalar") && status.state() == SignatureEngines.Status.State.USABLE;
        }
        System.exit(usable ? 0 : 1);
    }
}
