package io.gpuledger.analyzer.scheduling;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;

/// Something of how pods are placed that metrics tell, and that is looked up in the database again and again.
interface Look {
    /// Looks it up, and tells it.
    void look() throws DatabaseException, SchemaException;

    /// Tells it no more, as it is not known any more: what was so must not be shown as if it still were.
    void lose();

    /// Says what does not happen while the database does not answer, as the begin of a sentence.
    String trouble();
}
