package io.gpuledger.exporter.attribution.cgroup;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A control group is told apart by what the names on its path say.
///
///     /kubepods/burstable/pod<uid>/<id>                             the kubelet with its cgroupfs driver
///     /kubepods.slice/kubepods-pod<uid>.slice/crio-<id>.scope       the same with its systemd driver
///     /kubepods-pod<uid>.slice:cri-containerd:<id>                  the same, where containerd has the other driver
///     /../../kubepods-pod<uid>.slice/crio-<id>.scope                the same, from another namespace of groups
///     /docker/<id>    /machine.slice/libpod-<id>.scope/container    containers without a pod
///     /slurm/uid_0/job_<job>/step_0                                 Slurm, under version 1 of control groups
///     /system.slice/slurmstepd.scope/job_<job>/step_0/user/task_0   the same, under version 2
record Group(Optional<String> podUid, Optional<String> containerId, Optional<String> slurmJob) {
    /// A UUID, whose dashes systemd has as underscores, or, of a static pod, a hash.
    private static final Pattern POD = Pattern.compile(
            "(?:.*-)?pod(?<found>[0-9a-f]{8}(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12}|[0-9a-f]{32})(?:\\.slice)?",
            Pattern.DOTALL);

    /// `crio-conmon-<id>.scope` is not the container: what watches over it runs there.
    private static final Pattern CONTAINER =
            Pattern.compile("(?:[a-z][a-z0-9._-]*(?<!conmon)-)?(?<found>[0-9a-f]{64})(?:\\.scope)?");

    /// Where several `slurmd` run on a node, each has its name in front of its scope's. The root of version 1 can have
    /// any name.
    private static final Pattern SLURM =
            Pattern.compile("/(?:uid_[0-9]{1,10}|(?:[^/]+_)?slurmstepd\\.scope)/job_(?<found>[0-9]{1,10})(?:/|$)");

    /// The kernel's, of a group that was removed while a process was in it.
    private static final String REMOVED = " (deleted)";

    private static final Pattern SEPARATORS = Pattern.compile("[/:]");

    /// A pod's container may be a node of its own, with pods of its own: the innermost pod counts. Of the containers
    /// in that one it is the outermost, which the kubelet knows; where there is no pod, it is the innermost.
    static Group at(String path) {
        var whole = path.endsWith(REMOVED) ? path.substring(0, path.length() - REMOVED.length()) : path;
        var names = List.of(SEPARATORS.split(whole, -1));
        var pod = last(POD, names);
        var container = pod.isPresent()
                ? first(CONTAINER, names.subList(pod.get().at(), names.size()))
                : last(CONTAINER, names);
        return new Group(pod.map(found -> found.id().replace('_', '-')), container.map(Found::id), slurmJob(whole));
    }

    private record Found(int at, String id) {}

    private static Optional<Found> first(Pattern kind, List<String> names) {
        for (var at = 0; at < names.size(); at++) {
            var name = kind.matcher(names.get(at));
            if (name.matches()) {
                return Optional.of(new Found(at, name.group("found")));
            }
        }
        return Optional.empty();
    }

    private static Optional<Found> last(Pattern kind, List<String> names) {
        return first(kind, names.reversed()).map(found -> new Found(names.size() - 1 - found.at(), found.id()));
    }

    private static Optional<String> slurmJob(String path) {
        var job = SLURM.matcher(path);
        return job.find() ? Optional.of(job.group("found")) : Optional.empty();
    }
}
