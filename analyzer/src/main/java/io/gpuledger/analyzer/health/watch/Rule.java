package io.gpuledger.analyzer.health.watch;

/// Judges something that may be wrong with a unit, at each of its readings in turn. What a reading does not
/// tell is left as it was.
interface Rule {
    void judge(Seen seen, Courses courses);
}
