package io.gpuledger.analyzer.store.spool;

/// What a row's first byte says. Most rows are of the unit after that of the row before, and have its time and fields.
interface RowFlag {
    int NEXT_UNIT = 1;
    int SAME_TIME = 2;
    int SAME_FIELDS = 4;
    int HOLDINGS = 8;
    int XIDS = 16;
}
