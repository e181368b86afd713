package io.gpuledger.analyzer.fit.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// A real etcd, kube-apiserver and kube-scheduler on loopback, with everything they write in a folder that
/// goes with them. There are no controllers: what a pod, a node or a claim is like is what it was made like.
public final class ControlPlane implements AutoCloseable {
    /// What would change what was made, or wants controllers that are not there.
    private static final String NOT_ADMITTED = "--disable-admission-plugins=TaintNodesByCondition,ServiceAccount,"
            + "StorageObjectInUseProtection,DefaultStorageClass";

    /// The programs.
    public record Programs(Path etcd, Path apiServer, Path scheduler) {}

    private final Path folder;
    private final String token = UUID.randomUUID().toString();
    private final List<String> features;
    private final int port;
    private final String etcd;
    private final Programs programs;
    private final List<Process> running = new ArrayList<>();
    private Optional<Process> apiServer = Optional.empty();

    private ControlPlane(Programs programs, Path folder, List<String> features) throws IOException {
        this.programs = programs;
        this.folder = folder;
        this.features = features;
        this.port = freePort();
        this.etcd = "http://127.0.0.1:" + freePort();
    }

    public static ControlPlane start(Programs programs) throws Exception {
        return start(programs, List.of());
    }

    /// Starts one that gives devices to pods.
    public static ControlPlane startWithDevices(Programs programs) throws Exception {
        return start(programs, List.of("DynamicResourceAllocation=true", "DRAAdminAccess=true"));
    }

    private static ControlPlane start(Programs programs, List<String> features) throws Exception {
        var plane = new ControlPlane(programs, Files.createTempDirectory("control-plane"), features);
        try {
            plane.storage();
            plane.startApiServer();
            plane.scheduler();
            return plane;
        } catch (Exception e) {
            plane.close();
            throw e;
        }
    }

    public Api api() throws IOException, GeneralSecurityException {
        return new Api("https://127.0.0.1:" + port, token, certificate());
    }

    public int port() {
        return port;
    }

    public String token() {
        return token;
    }

    public Path certificate() {
        return folder.resolve("certs/apiserver.crt");
    }

    private void storage() throws IOException, GeneralSecurityException {
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
    }

    /// Kills the API server, so that it can tell nobody that it goes.
    public void killApiServer() {
        apiServer.ifPresent(process -> {
            process.destroyForcibly();
            process.onExit().join();
            running.remove(process);
        });
    }

    /// Starts the API server, and waits until it answers.
    public void startApiServer() throws IOException, InterruptedException, GeneralSecurityException {
        apiServer = Optional.of(apiServer());
        api().untilReady();
    }

    /// Forgets what was before now: who comes back with an older version has to ask for all.
    public void compact() throws IOException, InterruptedException {
        var now = post("/v3/kv/range", "{\"key\":\"AA==\"}")
                .at("/header/revision")
                .asText();
        post("/v3/kv/compaction", "{\"revision\":\"%s\",\"physical\":true}".formatted(now));
    }

    private JsonNode post(String path, String body) throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(etcd + path)).POST(BodyPublishers.ofString(body));
            var answer = http.send(request.build(), BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException(path + ": " + answer.body());
            }
            return Api.JSON.readTree(answer.body());
        }
    }

    private Process apiServer() throws IOException {
        var command = new ArrayList<>(List.of(
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
                NOT_ADMITTED));
        if (!features.isEmpty()) {
            command.add("--runtime-config=resource.k8s.io/v1beta1=true");
            command.add("--feature-gates=" + String.join(",", features));
        }
        return run("kube-apiserver", command.toArray(String[]::new));
    }

    private void scheduler() throws IOException {
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
        var command = new ArrayList<>(List.of(
                programs.scheduler().toString(),
                "--config=" + folder.resolve("scheduler.yaml"),
                "--bind-address=127.0.0.1",
                "--secure-port=0"));
        if (!features.isEmpty()) {
            command.add("--feature-gates=" + String.join(",", features));
        }
        run("kube-scheduler", command.toArray(String[]::new));
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private Process run(String name, String... command) throws IOException {
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(folder.resolve(name + ".log").toFile()))
                .start();
        running.add(process);
        return process;
    }

    /// Returns what the programs said last, for when something is wrong.
    public String lastWords() throws IOException {
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
