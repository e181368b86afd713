package io.gpuledger.exporter.attribution.apiserver;

import io.gpuledger.exporter.attribution.PodName;
import io.gpuledger.exporter.attribution.Pods.Pod;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A `Pod`, as far as it matters who holds what.
final class PodDraft implements WatchedKind.Draft<Pod> {
    static final WatchedKind<Pod> PODS =
            new WatchedKind<>(List.of("/api/v1/pods"), "pods of the core API group", 2000, PodDraft::new);

    private static final int MOST_CONTAINERS = 500;

    private final Set<String> running = new HashSet<>();
    private final Map<String, String> containers = new HashMap<>();
    private String phase = "";

    @Override
    public boolean read(String field, Json value) throws IOException {
        return field.equals("status") && value.object(this::readStatus);
    }

    private boolean readStatus(String field, Json value) throws IOException {
        return switch (field) {
            case "phase" -> {
                phase = value.text().orElse("");
                yield true;
            }
            case "containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses" ->
                value.array(this::readContainer);
            default -> false;
        };
    }

    private void readContainer(Json status) throws IOException {
        var container = new Container();
        status.object(container::read);
        if (container.name.isEmpty() || containers.size() >= MOST_CONTAINERS) {
            return;
        }
        container.ids.forEach(id -> containers.put(id, container.name));
        if (container.runs) {
            running.add(container.name);
        }
    }

    /// `ContainerStatus`. What ran in it before has an id of its own, and may still be ending: the status has the last.
    private static final class Container {
        String name = "";
        boolean runs;
        final Set<String> ids = new HashSet<>();

        boolean read(String field, Json value) throws IOException {
            switch (field) {
                case "name" -> name = value.text().orElse("");
                case "containerID" -> readId(value);
                case "state" -> value.object(this::readPresent);
                case "lastState" -> value.object(this::readState);
                default -> {
                    return false;
                }
            }
            return true;
        }

        /// A container that runs has `running` with the time of its start; `null` says that it does not.
        private boolean readPresent(String state, Json details) throws IOException {
            runs |= state.equals("running") && details.isObject();
            return readState(state, details);
        }

        private boolean readState(String state, Json details) throws IOException {
            return details.object((field, value) -> field.equals("containerID") && readId(value));
        }

        /// An id looks like `containerd://<id>`.
        private boolean readId(Json value) throws IOException {
            value.text()
                    .map(id -> id.substring(id.indexOf("://") < 0 ? 0 : id.indexOf("://") + 3))
                    .filter(id -> !id.isEmpty())
                    .ifPresent(ids::add);
            return true;
        }
    }

    @Override
    public Optional<Pod> finished(Metadata metadata) {
        if (metadata.name.isEmpty() || metadata.namespace.isEmpty()) {
            return Optional.empty();
        }
        var ended = phase.equals("Succeeded") || phase.equals("Failed");
        var name = new PodName(metadata.namespace, metadata.name);
        return Optional.of(new Pod(name, metadata.uid, metadata.labels, ended, running, containers));
    }
}
