package io.gpuledger.analyzer.ledger;

/// What a drawn GPU may have, or meet with.
enum Trait {
    COUNTERS,
    GAUGES,
    NO_ACTIVITY,
    MIG,
    CUT_ANEW,
    SHARED,
    OWN_ACTIVITY,
    NAMES_ONLY,
    RESET,
    READ_TWICE,
    LOST_SAMPLES,
    PARTIAL_SAMPLES,
    SILENCE,
    SILENCE_OUT_OF_REACH,
    LOST,
    STUCK,
    XID,
    REMAP_FAILED,
    NOT_READY,
    WITHHELD,
    STRANDED,
    LEFT_THE_FLEET,
    POD_WITHOUT_START,
    POD_WITHOUT_END,
    NAME_COMES_AGAIN,
    IDLE_AFTER_OTHER,
    IDLE_AFTER_CHANGES,
    NEVER_IDLE,
    RECOUNTED
}
