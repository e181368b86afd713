package io.gpuledger.analyzer.advice;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// What is known of the kinds of controllers, and how one of them is named to `kubectl`.
final class Controller {
    /// These run until somebody stops them. All other kinds run until they are done.
    private static final Set<String> LONG_LIVED = Set.of(
            "DaemonSet",
            "Deployment",
            "InferenceService",
            "LeaderWorkerSet",
            "Notebook",
            "RayService",
            "ReplicaSet",
            "Rollout",
            "StatefulSet");
    /// Kubernetes itself knows the templates of these, so that a container in them is found by its name.
    private static final Set<String> PATCHED = Set.of("Deployment", "StatefulSet");
    /// The operator for training has one way to suspend all that it runs.
    private static final Set<String> TRAINING = Set.of("MPIJob", "PyTorchJob", "TFJob", "XGBoostJob");

    private static final Set<String> SUSPENDED = Set.of("Job", "JobSet");
    private static final int LABEL_MOST = 63;
    private static final int NAME_MOST = 253;
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
    private static final Pattern NAME = Pattern.compile(LABEL.pattern() + "(\\." + LABEL.pattern() + ")*");

    private Controller() {}

    static boolean isLongLived(WorkloadName workload) {
        return LONG_LIVED.contains(workload.kind());
    }

    static boolean isNotebook(WorkloadName workload) {
        return workload.kind().equals("Notebook");
    }

    static boolean isScaled(WorkloadName workload) {
        return PATCHED.contains(workload.kind());
    }

    static boolean isValidLabel(String name) {
        return name.length() <= LABEL_MOST && LABEL.matcher(name).matches();
    }

    /// Returns a command of `kubectl` about a workload. A name that no object of Kubernetes can have, as only
    /// somebody who means ill would send it, gets into no command; what gets into one has nothing in it that a
    /// shell minds.
    ///
    /// @param action such as `scale`
    /// @param flags what comes after the workload's name
    static Optional<Remedy> kubectl(String action, WorkloadName workload, String flags) {
        if (!isValidLabel(workload.namespace())
                || workload.name().length() > NAME_MOST
                || !NAME.matcher(workload.name()).matches()) {
            return Optional.empty();
        }
        return Optional.of(new Remedy.Command("kubectl -n %s %s %s/%s %s"
                .formatted(
                        workload.namespace(),
                        action,
                        workload.kind().toLowerCase(Locale.ROOT),
                        workload.name(),
                        flags)));
    }

    /// Returns how a pod template is changed, where `kubectl` can do that.
    ///
    /// @param json what changes of the template's `spec`
    static Optional<Remedy> patchTemplate(WorkloadName workload, String json) {
        return PATCHED.contains(workload.kind())
                ? kubectl("patch", workload, "--type=strategic -p '{\"spec\":{\"template\":{\"spec\":" + json + "}}}'")
                : Optional.empty();
    }

    /// Returns how a job is suspended, so that it can be resumed. Its pods end.
    static Optional<Remedy> suspend(WorkloadName workload) {
        if (SUSPENDED.contains(workload.kind())) {
            return kubectl("patch", workload, "--type=merge -p '{\"spec\":{\"suspend\":true}}'");
        }
        return TRAINING.contains(workload.kind())
                ? kubectl("patch", workload, "--type=merge -p '{\"spec\":{\"runPolicy\":{\"suspend\":true}}}'")
                : Optional.empty();
    }
}
