package io.gpuledger.analyzer.web.api;

/// Says of whom an endpoint tells, and so whether somebody may ask who is to be told of some teams only.
public enum Scope {
    /// It tells of the whole fleet: who is to be told of some teams is told that there is no such path. So it is with
    /// whatever says nothing else.
    FLEET,
    /// It tells of teams, each apart from the others: the question itself is narrowed, so that what is counted, summed
    /// up and left to the next page is of his teams. Its parameter `team` is narrowed, where it has one. All
    /// else that would tell of others it has to leave out by [Asked#sight].
    BY_TEAM,
    /// It tells of those who use the analyzer: only those are told who may change something.
    ADMINS,
    /// It tells of nobody: whoever may ask anything may ask this.
    NOBODY
}
