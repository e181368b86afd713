package io.gpuledger.exporter.attribution.hpc;

import io.gpuledger.exporter.attribution.AttributionException;
import io.gpuledger.exporter.attribution.Jobs;
import io.gpuledger.exporter.attribution.Jobs.Place;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Reads the folder in which a batch system's prolog and epilog keep who has which GPU: a file for each GPU, called by
/// its index, or `<index>.<GPU instance id>` for a MIG instance, with the id of a job on each line.
///
/// Other files are passed over: the folder may hold locks, and files that are still being written.
public final class HpcJobs {
    /// Files may have any name. A node has some hundred GPUs and instances at most.
    private static final int FILES_MAX = 10_000;

    private static final Pattern NAME =
            Pattern.compile("(?<index>0|[1-9][0-9]{0,3})(?:\\.(?<instance>0|[1-9][0-9]{0,3}))?");

    private static final Comparator<Place> ORDER = Comparator.comparingInt(Place::index)
            .thenComparingInt(place -> place.gpuInstanceId().orElse(-1));

    private final Path folder;

    public HpcJobs(Path folder) {
        this.folder = folder;
    }

    /// Reads the folder as it is now. Throws [AttributionException] where there is no such folder, or it may not be
    /// read.
    public Jobs.Found read() {
        var jobs = new HashMap<Place, List<String>>();
        var problems = new ArrayList<String>();
        files().forEach((place, file) -> {
            var found = JobFile.read(file);
            problems.addAll(found.problems());
            if (!found.jobs().isEmpty()) {
                jobs.put(place, found.jobs());
            }
        });
        return new Jobs.Found(new Jobs(jobs), problems);
    }

    /// The files are in an order that does not change by itself, so that problems do not either.
    private Map<Place, Path> files() {
        var files = new TreeMap<Place, Path>(ORDER);
        try (var entries = Files.newDirectoryStream(folder)) {
            var count = 0;
            for (var file : entries) {
                if (++count > FILES_MAX) {
                    throw new AttributionException("%s holds more than %,d files: give the jobs a folder of their own"
                            .formatted(folder, FILES_MAX));
                }
                place(file).ifPresent(place -> files.put(place, file));
            }
            return files;
        } catch (IOException | DirectoryIteratorException e) {
            throw unreadable(e);
        }
    }

    private static Optional<Place> place(Path file) {
        var name = NAME.matcher(String.valueOf(file.getFileName()));
        return name.matches() ? Optional.of(place(name)) : Optional.empty();
    }

    private static Place place(MatchResult name) {
        return new Place(
                Integer.parseInt(name.group("index")),
                Optional.ofNullable(name.group("instance")).map(Integer::valueOf));
    }

    private AttributionException unreadable(Exception e) {
        var why = e instanceof NoSuchFileException
                ? "does not exist: let the batch system's prolog make it"
                : "cannot be listed (%s): let this process read it".formatted(e);
        return new AttributionException(
                "%s %s, or name another folder with --hpc-job-mapping-dir".formatted(folder, why), e);
    }
}
