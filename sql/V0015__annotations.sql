-- Annotations that nobody reads are kept no more, and those that stand here go: kubectl's last-applied-configuration is
-- the whole manifest, with the values of its environment. Of pods ours stay. Of namespaces any may name the team, by a
-- setting that is not known here: all stay but kubectl's. What is left is as it was written, pair by pair.
update gpu_ledger.attribute as old
set value = '{' || coalesce(
    (
        select string_agg(pair[1], ',' order by nr)
        from regexp_matches(old.value, '("(?:[^"\\]|\\.)*":"(?:[^"\\]|\\.)*")', 'g') with ordinality as pairs (pair, nr)
        where case
            when o.kind = 'pod' then starts_with(pair[1], '"gpu_ledger_io_')
            else not starts_with(pair[1], '"kubectl_kubernetes_io_')
        end
    ), '') || '}'
from gpu_ledger.object o
where o.id = old.object_id and old.name = 'annotations' and old.value <> '{}';
