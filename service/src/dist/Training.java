import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Makes the AOT cache of a packaged program: starts it as a user would, reads the pages that it links to, and ends it.
/// Its JVM records what that took, and leaves the cache behind when it ends.
///
/// The build runs this file with the JDK that it has chosen: `java Training.java DIST TIME PROGRAM [ARGUMENT ...]`.
/// Of the arguments, `{folder}` is a folder that is gone afterwards, and `{targets FILE}` the address of a fleet to
/// scrape, which serves the page in the file: for a program that has most of its work from elsewhere.
///
/// Where there is such a folder, the program is started twice, and the second time counts, so that the cache does
/// not know what is done with a new folder. A JVM does not find the jars that a cache names where the dist is later
/// in another folder, and ends at the first sealed one among them, such as that of XZ, by which PostgreSQL is
/// unpacked.
///
/// Before that, all files of the dist get the time: a cache is good only beside files that have the times that it
/// knows, and images and packages, which are to be the same when their source is, have to give each file a time.
final class Training {
    private static final Pattern SERVING = Pattern.compile("serving (http://\\S+)");
    private static final Pattern LINK = Pattern.compile("href=\"([^\"]+)\"");
    private static final int PATIENCE_MINUTES = 15;

    /// Together longer than a few sample intervals: what runs once a second has its part in the cache.
    private static final int ROUNDS = 20;

    private static final int ROUND_MILLIS = 200;

    /// What makes the second compiler compile nearly all that a scrape takes, so that the cache knows how that went.
    private static final int SCRAPES = 10_000;

    private static final Pattern TARGETS = Pattern.compile("\\{targets (.*)}");

    private final Process process;
    private final Optional<TrainingFleet> fleet;
    private final BufferedReader output;
    private final List<String> seen = new ArrayList<>();

    private Training(Process process, Optional<TrainingFleet> fleet) {
        this.process = process;
        this.fleet = fleet;
        this.output = process.inputReader();
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        var dist = Path.of(args[0]);
        var cache = dist.resolve("lib", args[2] + ".aot");
        // From an older one the program would start, instead of making its own.
        Files.deleteIfExists(cache);
        date(dist, FileTime.from(Instant.parse(args[1])));
        var folder = Files.createTempDirectory("training");
        var fleet = fleet(String.join("\n", args));
        try {
            var command = Stream.concat(
                            Stream.of(dist.resolve("bin", args[2]).toString()),
                            Stream.of(args).skip(3).map(argument -> filledIn(argument, folder, fleet)))
                    .toList();
            if (List.of(args).contains("{folder}")) {
                new Training(started(command, List.of()), fleet).begin();
            }
            new Training(started(command, recording(cache)), fleet).run(cache);
        } finally {
            fleet.ifPresent(TrainingFleet::close);
            delete(folder);
        }
    }

    private static void date(Path dist, FileTime time) throws IOException {
        try (var files = Files.walk(dist)) {
            for (var file : files.toList()) {
                Files.setLastModifiedTime(file, time);
            }
        }
    }

    private static Optional<TrainingFleet> fleet(String arguments) throws IOException {
        var targets = TARGETS.matcher(arguments);
        return targets.find() ? Optional.of(TrainingFleet.start(Path.of(targets.group(1)))) : Optional.empty();
    }

    private static String filledIn(String argument, Path folder, Optional<TrainingFleet> fleet) {
        var address = fleet.map(TrainingFleet::url).orElse("");
        return TARGETS.matcher(argument)
                .replaceAll(Matcher.quoteReplacement(address))
                .replace("{folder}", folder.toString());
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /// Classes that cannot be in a cache are no news.
    private static List<String> recording(Path cache) {
        return List.of("'-XX:AOTCacheOutput=%s'".formatted(cache), "-Xlog:aot*=error");
    }

    private static Process started(List<String> command, List<String> options) throws IOException {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("JAVA_TOOL_OPTIONS", String.join(" ", options));
        var process = builder.start();
        // By its handle, so that what it has said can still be read.
        CompletableFuture.delayedExecutor(PATIENCE_MINUTES, TimeUnit.MINUTES)
                .execute(process.toHandle()::destroyForcibly);
        return process;
    }

    private void begin() throws IOException, InterruptedException {
        try {
            awaited(SERVING);
            end();
        } finally {
            process.destroyForcibly();
        }
    }

    private void run(Path cache) throws IOException, InterruptedException {
        try {
            visit(URI.create(awaited(SERVING)));
            while (fleet.isPresent() && fleet.get().served() < SCRAPES) {
                check(process.isAlive(), "it ended while it scraped");
                Thread.sleep(ROUND_MILLIS);
            }
            end();
            check(Files.exists(cache), "it left no " + cache);
        } finally {
            process.destroyForcibly();
        }
    }

    private void end() throws InterruptedException {
        // By its handle: the process' own way closes its output, too.
        process.toHandle().destroy();
        output.lines().forEach(seen::add);
        check(
                process.waitFor() == 0,
                "it ended with %d, of %d minutes that it had".formatted(process.exitValue(), PATIENCE_MINUTES));
    }

    private String awaited(Pattern pattern) throws IOException {
        for (var line = output.readLine(); line != null; line = output.readLine()) {
            seen.add(line);
            var match = pattern.matcher(line);
            if (match.find()) {
                return match.group(1);
            }
        }
        throw failure("it ended before it said '%s'".formatted(pattern));
    }

    private void visit(URI address) throws IOException, InterruptedException {
        try (var client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            var landing = get(client, address, "identity");
            var pages = LINK.matcher(landing.body())
                    .results()
                    .map(link -> link.group(1).replace("&amp;", "&").replaceFirst("#.*", ""))
                    .map(address::resolve)
                    // A page may have a picture in itself, and lead elsewhere.
                    .filter(page -> address.getAuthority().equals(page.getAuthority()))
                    .distinct()
                    .toList();
            for (int round = 1; round <= ROUNDS; round++) {
                for (var page : pages) {
                    get(client, page, "identity");
                    // The first rounds come before the first sample.
                    var code = get(client, page, "gzip").statusCode();
                    check(code == 200 || round < ROUNDS, "%s answered %d".formatted(page, code));
                }
                Thread.sleep(ROUND_MILLIS);
            }
        }
    }

    private static HttpResponse<String> get(HttpClient client, URI page, String encoding)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(page).header("Accept-Encoding", encoding);
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private void check(boolean good, String otherwise) {
        if (!good) {
            throw failure(otherwise);
        }
    }

    private IllegalStateException failure(String what) {
        return new IllegalStateException(
                "The run that makes the AOT cache failed: %s. It said:%n%s".formatted(what, String.join("\n", seen)));
    }
}
