package io.gpuledger.exporter.attribution;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which jobs of a batch system have which GPU, by its own word. Immutable.
public record Jobs(Map<Place, List<String>> byPlace) {
    public static final Jobs NONE = new Jobs(Map.of());

    /// A GPU by its index, or one of its GPU instances.
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

    /// In the order in which the batch system names them. What a GPU has, its instances do not have too.
    public List<String> at(Place place) {
        return byPlace.getOrDefault(place, List.of());
    }
}
