package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.quota.Demand;
import io.gpuledger.analyzer.quota.QuotaKind;
import io.gpuledger.analyzer.store.quotas.QuotaRow;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.util.List;
import java.util.Optional;

/// Holds the quotas that stood at an instant, and declares how `/api/v1/quota` tells them.
///
/// @param at when they stood, in milliseconds since 1970
/// @param count how many there are, on all pages
record QuotaAnswer(long at, int count, Page page, List<QuotaRow> quotas) {
    private static final Shape<QuotaRow> QUOTA = Shape.of(
            "quota",
            Field.of("cluster", Type.TEXT, row -> row.quota().id().cluster(), "Where it stands."),
            Field.of(
                    "kind",
                    Type.oneOf(QuotaKind.WORDS),
                    row -> row.quota().id().kind().word(),
                    "What set it: Kubernetes, or Kueue."),
            Field.orNull(
                    "namespace",
                    Type.TEXT,
                    row -> row.quota().id().namespace(),
                    "The namespace of a ResourceQuota; `null` of a ClusterQueue."),
            Field.orNull(
                    "cohort",
                    Type.TEXT,
                    row -> row.quota().cohortName(),
                    "The queues that lend to each other and that it is one of."),
            Field.of("name", Type.TEXT, row -> row.quota().id().name(), "Its name."),
            Field.of(
                    "resource",
                    Type.TEXT,
                    row -> row.quota().id().resource(),
                    "What it is over. Amounts are pieces of it: GPUs, or instances of GPUs."),
            Field.orNull("flavor", Type.TEXT, row -> row.quota().id().flavor(), "The flavor, in a ClusterQueue."),
            Field.of(
                    "hard",
                    Type.WHOLE_NUMBER,
                    row -> row.quota().allowance().nominal(),
                    "How many it gives: `nominalQuota` of a ClusterQueue."),
            Field.orNull(
                    "used",
                    Type.WHOLE_NUMBER,
                    row -> row.quota().allowance().used(),
                    "How many stand against it: in a ClusterQueue those of all workloads that have quota reserved."
                            + " It is more than `hard` where the quota was lowered, or more is borrowed."),
            Field.orNull(
                    "borrowed",
                    Type.WHOLE_NUMBER,
                    row -> row.quota().borrowed(),
                    "How many of these are of others' quota. Outside of a cohort there are none."),
            Field.orNull(
                    "borrowing_limit",
                    Type.WHOLE_NUMBER,
                    row -> row.quota().allowance().borrowingLimit(),
                    "How many it may borrow; `null` where that is not limited."),
            Field.orNull(
                    "lending_limit",
                    Type.WHOLE_NUMBER,
                    row -> row.quota().allowance().lendingLimit(),
                    "How many of its own others may have; `null` where that is not limited."),
            Field.orNull(
                    "lent_unused",
                    Type.WHOLE_NUMBER,
                    row -> row.quota().lentUnused(),
                    "How many of its own the others of the cohort could have, and nobody uses. Where several queues"
                            + " lend, it is the most that it may be: these do not add up to `cohort_unused`."),
            Field.orNull(
                    "cohort_unused",
                    Type.WHOLE_NUMBER,
                    row -> row.quota().cohortUnused(),
                    "How many of what all queues of the cohort lend, and of what it has itself or from a cohort above,"
                            + " nobody uses."),
            Field.orNull(
                    "available",
                    Type.WHOLE_NUMBER,
                    row -> row.quota().available(),
                    "How many more there may be now, what can be borrowed included."),
            Field.orNull(
                    "scopes",
                    Type.list(Type.TEXT),
                    row -> row.quota().scopes(),
                    "Which pods a ResourceQuota is about, all of these at once: `[]` where it is about all, `null`"
                            + " where nobody tells, as kube-state-metrics does not."),
            Field.of(
                    "namespaces",
                    Type.list(Type.TEXT),
                    row -> row.quota().namespaces(),
                    "Its namespace, or those with a LocalQueue that leads into it."),
            Field.of(
                    "told",
                    Type.MILLIS,
                    QuotaRow::told,
                    "Until when its cluster had told of quotas of its kind: of what came after that nothing is known"
                            + " here."),
            Field.orNull(
                    "waiting_pods",
                    Type.WHOLE_NUMBER,
                    row -> row.waiting().map(Demand::pods),
                    "How many pods wait for the queue, in any flavor: those of its workloads that have no quota"
                            + " reserved, made or not. `null` of a ResourceQuota, which refuses pods, so that there are"
                            + " none."),
            Field.orNull(
                    "waiting_gpus",
                    Type.WHOLE_NUMBER,
                    row -> row.waiting().map(Demand::gpus),
                    "How many of the resource these wait for."),
            Field.orLeftOut(
                    "blocked_gpu_hours",
                    Type.partsOf(Hour.MILLIS, 3),
                    QuotaRow::blocked,
                    "For how long how many waited, between `from` and `to`: of each workload its GPUs times the hours"
                            + " without quota reserved. Left out where that is not asked, or not known."));

    static final Shape<QuotaAnswer> SHAPE = Shape.of(
            "data",
            Field.of("at", Type.MILLIS, QuotaAnswer::at, "When they stood."),
            Paging.field(QuotaAnswer::page, QuotaAnswer::count),
            Field.of("quotas", Type.list(Type.object(QUOTA)), QuotaAnswer::quotas, "By cluster, kind and name."));

    Optional<String> next() {
        return page.nextQuery(count);
    }
}
