package io.gpuledger.analyzer.store.spool;

/// What a holding's first byte says is there.
interface HoldingFlag {
    int SHARE = 1;
    int BUSY = 2;
    int MEMORY = 4;
}
