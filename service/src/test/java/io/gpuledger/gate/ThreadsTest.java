package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// A thread that ends unnoticed leaves a program that looks well and does not do its work.
class ThreadsTest {
    private static final Pattern MADE = Pattern.compile("Thread\\.of(Platform|Virtual)|new Thread\\(|Executors\\.new"
            + "|new (Scheduled)?ThreadPoolExecutor|Thread\\.startVirtualThread|new Timer\\(");

    /// The files that make threads which may end without ending the program, and why that does no harm in each.
    private static final Map<String, String> SHORT_LIVED = Map.ofEntries(
            Map.entry("Lifelong.java", "ends the program"),
            Map.entry("Program.java", "the end itself"),
            Map.entry("Doorkeeper.java", "a comparison that fails is an answer, and the pool has other threads"),
            Map.entry("Storage.java", "the start waits for it, and goes on without"),
            Map.entry("Comparison.java", "one checksum, and its failure is that of who waits for it"),
            Map.entry("Doctor.java", "a look that fails is a line of what is said"),
            Map.entry("Scraper.java", "a scrape that fails is counted, and the next one is due"),
            Map.entry("NameResolver.java", "a name that is not found is an answer, and the pool has other threads"),
            Map.entry("Kubelet.java", "a call that fails is an answer"),
            Map.entry("BodyDeadline.java", "one wait, and what is waited for ends by itself"),
            Map.entry("Deadline.java", "one wait, and what is waited for ends by itself"),
            Map.entry("CallThread.java", "a call that fails is an answer"),
            Map.entry(
                    "KeepersLock.java",
                    "the server ends a session that it does not hear of, and the next who asks opens another"),
            Map.entry("Live.java", "a look that fails is shown, and the next one is due"),
            Map.entry("Terminal.java", "reads keys until the view ends, and gives the terminal back"),
            Map.entry("OneSession.java", "the last call there is"),
            Map.entry("History.java", "a job that fails ends with what left it"));

    @Test
    void who_makes_threads_that_live_on_has_the_program_end_with_them() {
        var makers = new TreeMap<String, Path>();
        for (var module : Repository.modules()) {
            for (var file : Repository.files(module.resolve("src/main/java"), ".java")) {
                if (MADE.matcher(Repository.read(file)).find()) {
                    makers.put(String.valueOf(file.getFileName()), file);
                }
            }
        }
        assertThat(makers.keySet()).containsExactlyInAnyOrderElementsOf(SHORT_LIVED.keySet());
    }
}
