package io.gpuledger.analyzer.store.spool;

/// What a statement's first byte says that it is.
interface StatementForm {
    int PART = 0;
    int WHOLE = 1;
    int GONE = 2;
    int CENSUS = 3;
}
