-- Entries, and how units were used, lie by the week, so that a week goes at once when it is too old. By TimescaleDB too
-- these are native partitions: rows of an hour are replaced until it is settled, and booked again when something is told
-- late, which is not what chunks are compressed for.
--
-- What is there stays where it is, as the week before all others: that takes a look at each row, and no copy. It is
-- emptied by the hour, as it was, and goes when it is too old as a whole. What rows name is kept for as long as they
-- are, as with samples: to ask for that at each removal would take a look into all weeks.

create function gpu_ledger.book_weeks(name text) returns void language plpgsql as $body$
declare
    foreign_key record;
    old_index record;
    definitions text[] := '{}';
    definition text;
    ends timestamptz;
begin
    for foreign_key in
        select conname from pg_constraint
        where conrelid = format('gpu_ledger.%I', name)::regclass and contype = 'f'
    loop
        execute format('alter table gpu_ledger.%I drop constraint %I', name, foreign_key.conname);
    end loop;
    for old_index in
        select c.relname, pg_get_indexdef(c.oid) as sql
        from pg_index i
        join pg_class c on c.oid = i.indexrelid
        where i.indrelid = format('gpu_ledger.%I', name)::regclass
    loop
        -- Those of the whole have the names, those of its weeks get others.
        execute format('alter index gpu_ledger.%I rename to %I', old_index.relname, old_index.relname || '_past');
        definitions := definitions || old_index.sql;
    end loop;
    execute format('alter table gpu_ledger.%I rename to %I', name, name || '_past');
    execute format(
        'create table gpu_ledger.%I (like gpu_ledger.%I including defaults including constraints including comments)'
            || ' partition by range (hour)',
        name, name || '_past');
    execute format(
        'comment on table gpu_ledger.%I is %L', name,
        obj_description(format('gpu_ledger.%I', name || '_past')::regclass, 'pg_class'));
    execute format('select max(hour) from gpu_ledger.%I', name || '_past') into ends;
    if ends is null then
        execute format('drop table gpu_ledger.%I', name || '_past');
    else
        -- Clocks may be a day ahead.
        ends := date_trunc('week', greatest(ends, now() + interval '1 day'), 'UTC') + interval '7 days';
        execute format(
            'alter table gpu_ledger.%I attach partition gpu_ledger.%I for values from (minvalue) to (%L)',
            name, name || '_past', ends);
    end if;
    foreach definition in array definitions loop
        execute definition;
    end loop;
end
$body$;

do $$
begin
    perform gpu_ledger.book_weeks('entry');
    perform gpu_ledger.book_weeks('usage');
end
$$;

drop function gpu_ledger.book_weeks(text);
