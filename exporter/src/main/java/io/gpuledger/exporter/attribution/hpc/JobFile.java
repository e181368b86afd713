package io.gpuledger.exporter.attribution.hpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.partitioningBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The jobs of one GPU: an id on each line, empty lines aside. A job that stands there twice has the GPU once.
///
/// @param problems each with the path of the file
record JobFile(List<String> jobs, List<String> problems) {
    private static final int BYTES_MAX = 64 << 10;
    private static final int JOBS_MAX = 100;
    /// An id consists of characters that can be printed.
    private static final Pattern ID = Pattern.compile("[^\\p{Cntrl}\\x{FFFD}]{1,256}");

    JobFile {
        jobs = List.copyOf(jobs);
        problems = List.copyOf(problems);
    }

    static JobFile read(Path file) {
        // A pipe would have to be waited for.
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            return unread(file, "is no regular file");
        }
        try (var content = Files.newInputStream(file)) {
            var bytes = content.readNBytes(BYTES_MAX + 1);
            return bytes.length > BYTES_MAX
                    ? unread(file, "holds more than %,d bytes".formatted(BYTES_MAX))
                    : of(file, new String(bytes, UTF_8));
        } catch (NoSuchFileException _) {
            // The job has ended since the folder was listed.
            return new JobFile(List.of(), List.of());
        } catch (IOException e) {
            return unread(file, "cannot be read (" + e + ")");
        }
    }

    private static JobFile unread(Path file, String why) {
        return new JobFile(List.of(), List.of("%s %s: its jobs are not shown".formatted(file, why)));
    }

    private static JobFile of(Path file, String text) {
        var lines = text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .distinct()
                .collect(partitioningBy(line -> ID.matcher(line).matches()));
        var jobs = lines.getOrDefault(true, List.of());
        var others = lines.getOrDefault(false, List.of()).size();
        var problems = new ArrayList<String>();
        if (others > 0) {
            problems.add("%s: lines that are no job's id: %,d; write the id of a job on each".formatted(file, others));
        }
        if (jobs.size() > JOBS_MAX) {
            problems.add("%s names %,d jobs: only the first %d are shown; let the epilog take out jobs that have ended"
                    .formatted(file, jobs.size(), JOBS_MAX));
        }
        return new JobFile(jobs.stream().limit(JOBS_MAX).toList(), problems);
    }
}
