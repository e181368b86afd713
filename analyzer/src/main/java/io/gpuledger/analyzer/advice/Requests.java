package io.gpuledger.analyzer.advice;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Writes how a workload asks for something else than it does now. That is known where one of its containers
/// holds units; a Deployment or StatefulSet is patched, all others get the lines for their next run.
final class Requests {
    private static final int LABEL_MOST = 63;
    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
    private static final Pattern RESOURCE = Pattern.compile("(nvidia|amd)\\.com/(gpu|mig-[0-9a-z.]+)");

    private Requests() {}

    /// Returns the resource that a workload asks for now: instances by their profile, or whole GPUs.
    static String resource(WorkloadWeeks weeks) {
        var model = weeks.models().isEmpty() ? "" : weeks.models().getFirst();
        return weeks.profiles().stream()
                .findFirst()
                .map(profile -> "nvidia.com/mig-" + profile)
                .orElse(model.toUpperCase(Locale.ROOT).startsWith("AMD") ? "amd.com/gpu" : "nvidia.com/gpu");
    }

    /// Returns how the workload comes to ask for so many of a resource.
    static Remedy of(WorkloadWeeks weeks, String resource, long count) {
        var now = resource(weeks);
        if (weeks.containers().size() != 1
                || !Controller.isValidLabel(weeks.containers().getFirst())
                || !RESOURCE.matcher(resource).matches()
                || !RESOURCE.matcher(now).matches()) {
            return new Remedy.AskOwner("Which container is to ask for %s: %d?".formatted(resource, count));
        }
        var container = weeks.containers().getFirst();
        var amounts = (now.equals(resource) ? "" : "\"%s\":null,".formatted(now))
                + "\"%s\":\"%d\"".formatted(resource, count);
        return Controller.patchTemplate(
                        weeks.name(),
                        "{\"containers\":[{\"name\":\"%s\",\"resources\":{\"limits\":{%s},\"requests\":{%s}}}]}"
                                .formatted(container, amounts, amounts))
                .orElseGet(() -> new Remedy.Manifest("""
                    containers:
                      - name: %s
                        resources:
                          limits:
                            %s: %d
                    """.formatted(container, resource, count)));
    }

    /// Returns how the workload comes to run on a model only. The label is the one that GPU feature discovery
    /// gives to nodes. Empty where the model's name makes no label.
    static Optional<Remedy> onModel(WorkloadWeeks weeks, String model) {
        var label = model.replace(' ', '-');
        if (label.length() > LABEL_MOST || !LABEL.matcher(label).matches()) {
            return Optional.empty();
        }
        return Controller.patchTemplate(
                        weeks.name(), "{\"nodeSelector\":{\"nvidia.com/gpu.product\":\"%s\"}}".formatted(label))
                .or(() -> Optional.of(new Remedy.Manifest("""
                    nodeSelector:
                      nvidia.com/gpu.product: %s
                    """.formatted(label))));
    }
}
