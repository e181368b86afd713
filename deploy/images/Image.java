import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/// Writes an image as an archive that `docker load`, `podman load`, `skopeo` and `crane` take, without any of them: the
/// image of the last stage of a Dockerfile, whose COPY lines are folders on this machine.
///
/// `java Image.java DOCKERFILE LAYERS NAME:TAG ARCHITECTURE ARCHIVE [LABEL=VALUE ...]`. The archive is an OCI image
/// layout, with the list beside it that older Dockers look for. Files keep their times and are all root's, but those of
/// a COPY with --chown; their modes are those of whoever may read, and run, them. The same files give the same bytes.
final class Image {
    private static final Pattern COPY =
            Pattern.compile("COPY --from=layers (?:--chown=(?<uid>\\d+):(?<gid>\\d+) )?/layers/(?<layer>\\S+) /");
    private static final Pattern PAIR = Pattern.compile("(?<key>[\\w.]+)=(?:\"(?<quoted>[^\"]*)\"|(?<plain>\\S+))");
    private static final String LAYER = "application/vnd.oci.image.layer.v1.tar+gzip";
    private static final String CONFIG = "application/vnd.oci.image.config.v1+json";
    private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";

    /// A file of the archive that is called by the SHA-256 of what is in it, as all below blobs/sha256 are.
    private record Blob(String digest, long size, Path file) {
        String path() {
            return "blobs/sha256/" + digest;
        }

        String described(String type) {
            return "{\"mediaType\":%s,\"digest\":\"sha256:%s\",\"size\":%d}".formatted(quoted(type), digest, size);
        }
    }

    private record Layer(Blob blob, String unpacked) {}

    /// What the last stage of a Dockerfile says, instruction by instruction.
    private record Stage(List<String> lines) {
        static Stage last(Path dockerfile) throws IOException {
            var text = Files.readString(dockerfile).replaceAll("\\\\\n\\s*", "");
            var lines = text.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
            var from = lines.lastIndexOf("FROM scratch");
            if (from < 0) {
                throw new IllegalArgumentException(dockerfile + " has no last stage of its own");
            }
            return new Stage(lines.subList(from + 1, lines.size()));
        }

        Stream<String> all(String instruction) {
            return lines.stream()
                    .filter(line -> line.startsWith(instruction + " "))
                    .map(line -> line.substring(instruction.length() + 1).strip());
        }

        String only(String instruction) {
            return all(instruction).reduce((one, other) -> other).orElseThrow();
        }

        Map<String, String> pairs(String instruction) {
            var pairs = new TreeMap<String, String>();
            all(instruction).flatMap(words -> PAIR.matcher(words).results()).forEach(pair -> {
                var text = pair.group("quoted") == null ? pair.group("plain") : pair.group("quoted");
                pairs.put(pair.group("key"), text);
            });
            return pairs;
        }
    }

    private final Stage stage;
    private final Path folder;
    private final Path work;

    private Image(Stage stage, Path folder, Path work) {
        this.stage = stage;
        this.folder = folder;
        this.work = work;
    }

    public static void main(String[] args) throws IOException {
        var archive = Path.of(args[4]);
        var work = Files.createTempDirectory(archive.toAbsolutePath().getParent(), "blobs");
        try {
            var labels = Arrays.stream(args).skip(5).collect(Collectors.joining(" "));
            new Image(Stage.last(Path.of(args[0])), Path.of(args[1]), work).write(args[2], args[3], labels, archive);
        } finally {
            try (var blobs = Files.list(work)) {
                for (var blob : blobs.toList()) {
                    Files.delete(blob);
                }
            }
            Files.delete(work);
        }
    }

    /// Returns the name by which kubelets ask for an image: one without a registry is of Docker's own.
    private static String wholeName(String name) {
        return name.contains("/") ? name : "docker.io/library/" + name;
    }

    private void write(String name, String architecture, String labels, Path archive) throws IOException {
        var layers = new ArrayList<Layer>();
        for (var line :
                stage.lines().stream().filter(line -> line.startsWith("COPY ")).toList()) {
            var copy = COPY.matcher(line);
            if (!copy.matches()) {
                throw new IllegalArgumentException("not understood: " + line);
            }
            layers.add(layer(copy));
        }
        var config = blob(config(architecture, labels, layers));
        var descriptions = layers.stream().map(layer -> layer.blob().described(LAYER));
        var manifest = blob("{\"schemaVersion\":2,\"mediaType\":%s,\"config\":%s,\"layers\":%s}"
                .formatted(quoted(MANIFEST), config.described(CONFIG), array(descriptions)));
        var index = "{\"schemaVersion\":2,\"manifests\":[%s]}"
                .formatted(manifest.described(MANIFEST)
                        .replaceFirst(
                                "}$",
                                ",\"platform\":{\"architecture\":%s,\"os\":\"linux\"},\"annotations\":%s}"
                                        .formatted(
                                                quoted(architecture),
                                                object(Map.of(
                                                        "io.containerd.image.name",
                                                        wholeName(name),
                                                        "org.opencontainers.image.ref.name",
                                                        name)))));
        var older = "[{\"Config\":%s,\"RepoTags\":[%s],\"Layers\":%s}]"
                .formatted(
                        quoted(config.path()),
                        quoted(name),
                        array(layers.stream().map(layer -> quoted(layer.blob().path()))));
        try (var tar = new Tar(Files.newOutputStream(archive))) {
            tar.file("oci-layout", "{\"imageLayoutVersion\":\"1.0.0\"}");
            tar.file("index.json", index);
            tar.file("manifest.json", older);
            for (var blob : Stream.concat(layers.stream().map(Layer::blob), Stream.of(config, manifest))
                    .toList()) {
                try (var content = Files.newInputStream(blob.file())) {
                    tar.file(blob.path(), content, blob.size());
                }
            }
        }
        for (var layer : layers) {
            System.out.printf(
                    "  layer %s %,d bytes%n",
                    layer.blob().digest().substring(0, 12), layer.blob().size());
        }
    }

    private String config(String architecture, String labels, List<Layer> layers) throws IOException {
        var all = stage.pairs("LABEL");
        all.putAll(new Stage(List.of("LABEL " + labels)).pairs("LABEL"));
        var environment = stage.pairs("ENV").entrySet().stream()
                .map(variable -> quoted(variable.getKey() + "=" + variable.getValue()));
        // A COPY has no time of its own here, so that the image has that of its files.
        var created = Instant.ofEpochSecond(
                Files.getLastModifiedTime(folder).toInstant().getEpochSecond());
        return """
            {"created":"%s","architecture":%s,"os":"linux","config":{"User":%s,"ExposedPorts":{%s},"Env":%s,\
            "Entrypoint":%s,"Volumes":{%s},"WorkingDir":%s,"Labels":%s},"rootfs":{"type":"layers","diff_ids":%s},\
            "history":%s}\
            """.formatted(
                created,
                quoted(architecture),
                quoted(stage.only("USER")),
                stage.all("EXPOSE").map(port -> quoted(port + "/tcp") + ":{}").collect(Collectors.joining(",")),
                array(environment),
                stage.only("ENTRYPOINT"),
                stage.all("VOLUME").map(volume -> quoted(volume) + ":{}").collect(Collectors.joining(",")),
                quoted(stage.only("WORKDIR")),
                object(all),
                array(layers.stream().map(layer -> quoted("sha256:" + layer.unpacked()))),
                array(stage.all("COPY")
                        .map(copy ->
                                "{\"created\":\"%s\",\"created_by\":%s}".formatted(created, quoted("COPY " + copy)))));
    }

    private Layer layer(Matcher copy) throws IOException {
        var root = folder.resolve(copy.group("layer"));
        var file = Files.createTempFile(work, "layer", ".tar.gz");
        var packed = sha256();
        var unpacked = sha256();
        try (var paths = Files.walk(root);
                var gzip = new GZIPOutputStream(new DigestOutputStream(Files.newOutputStream(file), packed), 1 << 16);
                var tar = new Tar(new DigestOutputStream(gzip, unpacked))) {
            var uid = copy.group("uid") == null ? 0 : Integer.parseInt(copy.group("uid"));
            var gid = copy.group("gid") == null ? 0 : Integer.parseInt(copy.group("gid"));
            for (var path : paths.skip(1).sorted().toList()) {
                tar.copy(root.relativize(path).toString(), path, uid, gid);
            }
        }
        return new Layer(new Blob(hex(packed), Files.size(file), file), hex(unpacked));
    }

    private Blob blob(String json) throws IOException {
        var bytes = json.getBytes(StandardCharsets.UTF_8);
        var digest = sha256();
        digest.update(bytes);
        return new Blob(hex(digest), bytes.length, Files.write(Files.createTempFile(work, "blob", ".json"), bytes));
    }

    private static String array(Stream<String> values) {
        return values.collect(Collectors.joining(",", "[", "]"));
    }

    private static String object(Map<String, String> values) {
        return new TreeMap<>(values)
                .entrySet().stream()
                        .map(entry -> quoted(entry.getKey()) + ":" + quoted(entry.getValue()))
                        .collect(Collectors.joining(",", "{", "}"));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    /// The format that all tars have read since 1988.
    private static final class Tar implements AutoCloseable {
        private static final int BLOCK = 512;
        private static final int NAME = 100;
        private static final int RUNS = 0111;

        private final OutputStream out;

        Tar(OutputStream out) {
            this.out = new BufferedOutputStream(out, 1 << 16);
        }

        void file(String name, String content) throws IOException {
            var bytes = content.getBytes(StandardCharsets.UTF_8);
            file(name, new ByteArrayInputStream(bytes), bytes.length);
        }

        void file(String name, InputStream content, long size) throws IOException {
            header(name, '0', 0644, 0, 0, size, 0, "");
            content.transferTo(out);
            pad(size);
        }

        void copy(String name, Path path, int uid, int gid) throws IOException {
            var time = Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS)
                    .toInstant()
                    .getEpochSecond();
            if (Files.isSymbolicLink(path)) {
                header(
                        name,
                        '2',
                        0777,
                        uid,
                        gid,
                        0,
                        time,
                        Files.readSymbolicLink(path).toString());
            } else if (Files.isDirectory(path)) {
                var mode = (int) Files.getAttribute(path, "unix:mode");
                header(name + "/", '5', 0755 | (mode & 01000) / 01000 * 01777, uid, gid, 0, time, "");
            } else {
                var runs = Files.getPosixFilePermissions(path).contains(PosixFilePermission.OWNER_EXECUTE);
                header(name, '0', 0644 | (runs ? RUNS : 0), uid, gid, Files.size(path), time, "");
                Files.copy(path, out);
                pad(Files.size(path));
            }
        }

        private void header(String name, char type, int mode, int uid, int gid, long size, long time, String link)
                throws IOException {
            var block = new byte[BLOCK];
            var cut = name.length() <= NAME ? -1 : name.indexOf('/', name.length() - NAME - 1);
            put(block, 0, NAME, name.substring(cut + 1));
            put(block, 345, 155, name.substring(0, Math.max(cut, 0)));
            put(block, 100, 8, "%07o".formatted(mode));
            put(block, 108, 8, "%07o".formatted(uid));
            put(block, 116, 8, "%07o".formatted(gid));
            put(block, 124, 12, "%011o".formatted(size));
            put(block, 136, 12, "%011o".formatted(time));
            put(block, 148, 8, " ".repeat(8));
            put(block, 156, 1, String.valueOf(type));
            put(block, 157, NAME, link);
            put(block, 257, 8, "ustar\00000");
            var sum = 0;
            for (byte value : block) {
                sum += Byte.toUnsignedInt(value);
            }
            put(block, 148, 8, "%06o\0 ".formatted(sum));
            out.write(block);
        }

        private static void put(byte[] block, int at, int length, String text) {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            if (bytes.length > length) {
                throw new UncheckedIOException(new IOException("too long for a tar: " + text));
            }
            System.arraycopy(bytes, 0, block, at, bytes.length);
        }

        private void pad(long size) throws IOException {
            out.write(new byte[(int) (-size & (BLOCK - 1))]);
        }

        @Override
        public void close() throws IOException {
            out.write(new byte[2 * BLOCK]);
            out.close();
        }
    }
}
