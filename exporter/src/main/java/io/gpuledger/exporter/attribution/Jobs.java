package io.gpuledger.exporter.attribution;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A batch system says which of its jobs have which GPU. This is immutable.
public record Jobs(Map<Place, List<String>> byPlace) {
    public static final Jobs NONE = new Jobs(Map.of());

    /// This is a GPU by its index, or one of its GPU instances.
    public record Place(int index, Optional<Integer> gpuInstanceId) {}

    /// What a batch system says.
    ///
    /// @param problems what should say something and does not; the same for as long as nothing changes
    public record Found(Jobs jobs, List<String> problems) {
        public Found {
            problems = List.copyOf(problems);
        }
    }

    public Jobs {
        byPlace = byPlace.entrySet().stream()
                .collect(toUnmodifiableMap(Map.Entry::getKey, jobs -> List.copyOf(jobs.getValue())));
    }

    /// Returns the jobs in the order in which the batch system names them. The jobs of a GPU are not those of its
    /// instances too.
    public List<String> at(Place place) {
        return byPlace.getOrDefault(place, List.of());
    }
}
