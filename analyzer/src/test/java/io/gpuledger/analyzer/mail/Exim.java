package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.store.embedded.Await;
import io.gpuledger.gate.Counterpart;
import io.gpuledger.gate.FreePort;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// A real Exim that asks for STARTTLS and a password, and delivers into a folder. It knows everybody but `gone`.
final class Exim implements AutoCloseable {
    private final RunningProgram program;
    private final Path folder;
    private final int port;

    private Exim(RunningProgram program, Path folder, int port) {
        this.program = program;
        this.folder = folder;
        this.port = port;
    }

    /// Keeps its files in the folder, which the caller owns.
    ///
    /// @param key the path of the certificate and its key, without `.crt` and `.key`
    static Exim start(Path folder, Path key) throws IOException {
        var exim = Counterpart.find("exim4", "exim4-daemon-light");
        var port = FreePort.find();
        // Where root starts it, it runs as a user of its own.
        for (var name : List.of("", "spool", "log", "mail")) {
            var made = Files.createDirectories(folder.resolve(name));
            Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        Files.setPosixFilePermissions(
                key.resolveSibling(key.getFileName() + ".key"), PosixFilePermissions.fromString("rw-r--r--"));
        var configuration = Files.writeString(folder.resolve("exim.conf"), configuration(folder, port, key));
        var program = RunningProgram.start(List.of(exim.toString(), "-C", configuration.toString(), "-bdf", "-q1s"));
        var started = new Exim(program, folder, port);
        Await.until("exim listens, which says: " + program.output(), started::listens);
        return started;
    }

    private static String configuration(Path folder, int port, Path key) {
        return """
            primary_hostname = localhost
            spool_directory = %1$s/spool
            log_file_path = %1$s/log/%%slog
            pid_file_path = %1$s/spool/exim.pid
            local_interfaces = 127.0.0.1
            daemon_smtp_ports = %2$d
            tls_advertise_hosts = *
            tls_certificate = %3$s.crt
            tls_privatekey = %3$s.key
            auth_advertise_hosts = ${if eq{$tls_in_cipher}{}{}{*}}
            acl_smtp_rcpt = recipients
            host_lookup =
            rfc1413_query_timeout = 0s
            deliver_drop_privilege = true
            keep_environment =

            begin acl
            recipients:
              deny authenticated = *
                   condition = ${if eq{$local_part}{gone}}
                   message = 5.1.1 no such user
              accept authenticated = *
              deny message = 5.7.0 who are you

            begin routers
            everybody:
              driver = accept
              transport = folder

            begin transports
            folder:
              driver = appendfile
              directory = %1$s/mail
              maildir_format
              create_directory
              envelope_to_add
              return_path_add

            begin authenticators
            plain:
              driver = plaintext
              public_name = PLAIN
              server_condition = ${if and{{eq{$auth2}{gpus}}{eq{$auth3}{open sesame}}}}
              server_set_id = $auth2
            """.formatted(folder, port, key);
    }

    private boolean listens() {
        try (var _ = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    int port() {
        return port;
    }

    /// Returns what it has delivered.
    List<ReadMail> delivered() {
        try {
            var arrived = folder.resolve("mail/new");
            if (!Files.exists(arrived)) {
                return List.of();
            }
            try (var files = Files.list(arrived)) {
                return files.map(Exim::read).toList();
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static ReadMail read(Path file) {
        try {
            return ReadMail.of(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        program.close();
    }
}
