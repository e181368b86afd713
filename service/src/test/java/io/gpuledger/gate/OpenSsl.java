package io.gpuledger.gate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// This makes keys and certificates as people do, in a folder of the test's own.
public final class OpenSsl {
    private final Path program = Counterpart.find("openssl", "openssl");
    private final Path folder;

    public OpenSsl(Path folder) {
        this.folder = folder;
    }

    /// Makes a self-signed certificate NAME.crt with its key NAME.key, for these names, such as `DNS:localhost`.
    public Path certificate(String name, String... names) throws IOException, InterruptedException {
        return certificate(name, List.of("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"), names);
    }

    /// Makes the same with a key of another kind: `-newkey rsa:2048`.
    public Path certificate(String name, List<String> kind, String... names) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=" + name));
        command.addAll(List.of("-keyout", name + ".key", "-out", name + ".crt"));
        command.addAll(List.of("-addext", "subjectAltName=" + String.join(",", names)));
        command.addAll(kind);
        run(command.toArray(String[]::new));
        return folder.resolve(name + ".crt");
    }

    /// Returns what a server needs to show the certificate NAME.crt.
    public SSLContext server(String name) throws IOException, InterruptedException, GeneralSecurityException {
        var files = "-in %1$s.crt -inkey %1$s.key -out %1$s.p12".formatted(name);
        run(("pkcs12 -export -passout pass:secret " + files).split(" ", -1));
        var password = "secret".toCharArray();
        var store = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(folder.resolve(name + ".p12"))) {
            store.load(in, password);
        }
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password);
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    /// Runs one of openssl's commands in the folder.
    public void run(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(command + " failed:\n" + output);
        }
    }
}
