package io.gpuledger.analyzer.health.watch;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Subject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// All that may be wrong with one subject, as it goes. Of a healthy one there is nothing.
final class Courses {
    private final Subject subject;
    private final Consumer<Finding> changed;
    private final Map<Finding.Key, Course> courses = new HashMap<>(0);
    private String node = "";
    private Set<String> holders = Set.of();

    /// @param changed takes each finding when it opens, gets graver and closes
    Courses(Subject subject, Consumer<Finding> changed) {
        this.subject = subject;
        this.changed = changed;
    }

    /// Says where the subject is, and who holds it, from now on.
    void at(String where, Set<String> held) {
        node = where;
        holders = held;
    }

    void restore(Finding finding) {
        node = finding.node();
        courses.put(finding.key(), Course.of(finding));
    }

    /// The sign stands at this instant, and has since an earlier one or this.
    void stands(long since, long at, Sign sign) {
        var key = new Finding.Key(subject, sign.kind(), sign.detail());
        var course = courses.compute(
                key, (_, known) -> known == null || known.isStale(at) ? Course.begun(key, since, sign) : known);
        if (course.stands(at, sign, holders)) {
            course.finding(node).ifPresent(changed);
        }
    }

    /// The sign stands at this instant, and its finding says from now on how it looks now. It takes words at each look,
    /// which is little where one looks once a minute.
    void standsAsItIs(long at, Sign sign) {
        stands(at, at, sign);
        Optional.ofNullable(courses.get(new Finding.Key(subject, sign.kind(), sign.detail())))
                .ifPresent(course -> course.sayAsItIs(sign));
    }

    /// Something happened at this instant: it is told anew where it did before.
    void happened(long at, Sign sign) {
        var key = new Finding.Key(subject, sign.kind(), sign.detail());
        var known = courses.get(key);
        if (known == null) {
            stands(at, at, sign);
        } else {
            known.stands(at, sign, holders);
            known.say(sign);
            known.finding(node).ifPresent(changed);
        }
    }

    /// No sign of this kind stands at this instant.
    void gone(FindingKind kind, long at) {
        goneExcept(kind, Set.of(), at);
    }

    /// No sign of this kind stands at this instant, but for some details.
    void goneExcept(FindingKind kind, Set<String> details, long at) {
        if (!courses.isEmpty()) {
            courses.values()
                    .removeIf(course -> course.key().kind() == kind
                            && !details.contains(course.key().detail())
                            && isOver(course, at));
        }
    }

    /// The sign of this kind and detail ended at an earlier instant, which is known.
    void ended(FindingKind kind, String detail, long at) {
        courses.values()
                .removeIf(course ->
                        course.key().kind() == kind && course.key().detail().equals(detail) && isOver(course, at));
    }

    private boolean isOver(Course course, long at) {
        if (!course.isOver(at)) {
            return false;
        }
        if (course.isOpen()) {
            changed.accept(course.closed(node));
        }
        return true;
    }

    /// Closes all of these kinds, as nothing is told of the subject any more.
    void lapse(Set<FindingKind> kinds) {
        courses.values().removeIf(course -> {
            var lapses = kinds.contains(course.key().kind());
            if (lapses && course.isOpen()) {
                changed.accept(course.closed(node));
            }
            return lapses;
        });
    }

    /// A part of the subject's time was lost by what is wrong with it.
    void lose(FindingKind kind, double millis) {
        courses.values().stream().filter(course -> course.key().kind() == kind).forEach(course -> course.lose(millis));
    }

    /// Whether a finding of this kind is open.
    boolean isOpen(FindingKind kind) {
        return !courses.isEmpty()
                && courses.values().stream().anyMatch(course -> course.key().kind() == kind && course.isOpen());
    }

    /// Returns one of this kind, be it a finding yet or not, if there is any.
    Optional<Course> course(FindingKind kind) {
        return courses.isEmpty()
                ? Optional.empty()
                : courses.values().stream()
                        .filter(course -> course.key().kind() == kind)
                        .findFirst();
    }

    boolean isEmpty() {
        return courses.isEmpty();
    }

    /// Returns all findings that are open, as they are now.
    List<Finding> open() {
        var open = new ArrayList<Finding>();
        courses.values().forEach(course -> course.finding(node).ifPresent(open::add));
        return open;
    }
}
