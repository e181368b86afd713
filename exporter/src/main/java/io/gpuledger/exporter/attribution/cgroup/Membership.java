package io.gpuledger.exporter.attribution.cgroup;

import io.gpuledger.exporter.attribution.ProcessOrigin;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Reads a `/proc/<pid>/cgroup`: the control groups that a process is in, each as `<number>:<controllers>:<path>`.
/// Version 2 of control groups has one line, `0::<path>`; version 1 has one for each hierarchy.
final class Membership {
    private static final Pattern LINE = Pattern.compile("[0-9]{1,10}:[^:]*:(?<path>/.*)", Pattern.DOTALL);

    private Membership() {}

    /// What is no such line is passed over.
    static ProcessOrigin read(String file) {
        var groups = Stream.of(file.split("\n", -1))
                .map(LINE::matcher)
                .filter(line -> line.matches())
                .map(line -> Group.at(line.group("path")))
                .toList();
        var deepest = groups.stream().max(Comparator.comparingInt(Membership::depth));
        return new ProcessOrigin(deepest.flatMap(Group::podUid), deepest.flatMap(Group::containerId), slurmJob(groups));
    }

    /// Under version 1 a process may be deep in some hierarchies, and not be in others at all. A pod's container has to
    /// be its own, so both are taken from one line.
    private static int depth(Group group) {
        return (group.podUid().isPresent() ? 2 : 0) + (group.containerId().isPresent() ? 1 : 0);
    }

    private static Optional<String> slurmJob(List<Group> groups) {
        return groups.stream().flatMap(group -> group.slurmJob().stream()).findFirst();
    }
}
