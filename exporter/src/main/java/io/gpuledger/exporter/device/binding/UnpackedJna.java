package io.gpuledger.exporter.device.binding;

import com.sun.jna.Platform;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// JNA's own part in C. It unpacks it to a temporary folder at each start, which a container may not let it write to; a
/// dist has it unpacked beside its jars.
final class UnpackedJna {
    private static final String WHERE = "jna.boot.library.path";

    /// Without this property JNA looks in the temporary folder for what earlier starts have unpacked, and logs a stack
    /// trace where it may not write to that folder.
    private static final String NOTHING_TO_UNPACK = "jna.nounpack";

    private UnpackedJna() {}

    /// This has to be called before anything else of JNA is.
    static void use() {
        if (System.getProperty(WHERE) == null) {
            folder().filter(Files::isDirectory).ifPresent(folder -> {
                System.setProperty(WHERE, folder.toString());
                System.setProperty(NOTHING_TO_UNPACK, "true");
            });
        }
    }

    private static Optional<Path> folder() {
        try {
            var jar = UnpackedJna.class.getProtectionDomain().getCodeSource().getLocation();
            return Optional.of(Path.of(jar.toURI()).resolveSibling("native/com/sun/jna/" + Platform.RESOURCE_PREFIX));
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }
}
