package io.gpuledger.analyzer.fit.oracle;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// A real etcd, kube-apiserver and kube-scheduler on loopback, with everything they write in a folder that
/// goes with them. There are no controllers: what a pod, a node or a claim is like is what it was made like.
final class ControlPlane implements AutoCloseable {
    /// What would change what was made, or wants controllers that are not there.
    private static final String NOT_ADMITTED = "--disable-admission-plugins=TaintNodesByCondition,ServiceAccount,"
            + "StorageObjectInUseProtection,DefaultStorageClass";

    /// The programs.
    record Programs(Path etcd, Path apiServer, Path scheduler) {}

    private final Path folder;
    private final String token = UUID.randomUUID().toString();
    private final int port;
    private final List<Process> running = new ArrayList<>();

    private ControlPlane(Path folder, int port) {
        this.folder = folder;
        this.port = port;
    }

    static ControlPlane start(Programs programs) throws Exception {
        var plane = new ControlPlane(Files.createTempDirectory("control-plane"), freePort());
        try {
            plane.etcdAndApi(programs);
            plane.api().untilReady();
            plane.scheduler(programs);
            return plane;
        } catch (Exception e) {
            plane.close();
            throw e;
        }
    }

    Api api() throws IOException, GeneralSecurityException {
        return new Api("https://127.0.0.1:" + port, token, folder.resolve("certs/apiserver.crt"));
    }

    private void etcdAndApi(Programs programs) throws IOException, GeneralSecurityException {
        var etcd = "http://127.0.0.1:" + freePort();
        var peers = "http://127.0.0.1:" + freePort();
        run(
                "etcd",
                programs.etcd().toString(),
                "--data-dir=" + folder.resolve("etcd"),
                "--listen-client-urls=" + etcd,
                "--advertise-client-urls=" + etcd,
                "--listen-peer-urls=" + peers,
                "--initial-advertise-peer-urls=" + peers,
                "--initial-cluster=default=" + peers,
                "--unsafe-no-fsync",
                "--log-level=warn");
        var key = KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate();
        write(
                "key.pem",
                "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
                        .formatted(Base64.getMimeEncoder().encodeToString(key.getEncoded())));
        write("tokens.csv", token + ",oracle,oracle,system:masters\n");
        run(
                "kube-apiserver",
                programs.apiServer().toString(),
                "--etcd-servers=" + etcd,
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                "--secure-port=" + port,
                "--cert-dir=" + folder.resolve("certs"),
                "--token-auth-file=" + folder.resolve("tokens.csv"),
                "--authorization-mode=AlwaysAllow",
                "--service-account-issuer=https://127.0.0.1",
                "--service-account-key-file=" + folder.resolve("key.pem"),
                "--service-account-signing-key-file=" + folder.resolve("key.pem"),
                "--service-cluster-ip-range=10.96.0.0/16",
                "--endpoint-reconciler-type=none",
                "--max-requests-inflight=2000",
                "--max-mutating-requests-inflight=2000",
                NOT_ADMITTED);
    }

    private void scheduler(Programs programs) throws IOException {
        write("kubeconfig", """
            apiVersion: v1
            kind: Config
            clusters: [{name: k, cluster: {server: "https://127.0.0.1:%d", certificate-authority: "%s"}}]
            users: [{name: k, user: {token: "%s"}}]
            contexts: [{name: k, context: {cluster: k, user: k}}]
            current-context: k
            """.formatted(port, folder.resolve("certs/apiserver.crt"), token));
        write("scheduler.yaml", """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            clientConnection: {kubeconfig: "%s", qps: 2000, burst: 2000}
            leaderElection: {leaderElect: false}
            """.formatted(folder.resolve("kubeconfig")));
        run(
                "kube-scheduler",
                programs.scheduler().toString(),
                "--config=" + folder.resolve("scheduler.yaml"),
                "--bind-address=127.0.0.1",
                "--secure-port=0");
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private void run(String name, String... command) throws IOException {
        running.add(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile())
                .start());
    }

    /// Returns what the programs said last, for when something is wrong.
    String lastWords() throws IOException {
        var words = new StringBuilder();
        try (var files = Files.list(folder)) {
            for (var log :
                    files.filter(file -> file.toString().endsWith(".log")).toList()) {
                var lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
                words.append(log.getFileName())
                        .append(":\n")
                        .append(String.join("\n", lines.subList(Math.max(0, lines.size() - 5), lines.size())))
                        .append('\n');
            }
        }
        return words.toString();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() throws IOException {
        for (var process : running.reversed()) {
            process.destroy();
            process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join();
            process.destroyForcibly();
        }
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
