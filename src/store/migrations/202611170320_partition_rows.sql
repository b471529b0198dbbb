-- Days in use, for the check whether a partition can be dropped.
create index row_days_in_use on row_days (domain_id, day) where removed_at is null;

-- How many days the rows of a table are kept; an empty name stands for all tables without an entry of their own.
create table row_retention (
  domain_id uuid not null,
  table_name text collate "C" not null,
  days integer not null check (days between 1 and 3650),
  primary key (domain_id, table_name)
);
select wall_off('row_retention');

-- Adds the partition of a day to a table of rows, unless there is one. For the owner of the tables: the serving role may
-- not change the schema. If rows of that day are in the default partition already, or it is in use for too long, the rows
-- of the day are stored there.
create function add_row_partition(parent text, day integer, width integer) returns void
language plpgsql set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  first integer := floor(day::numeric / width) * width;
  name text := parent || '_' || replace(first::text, '-', 'm');
begin
  if parent not in ('row_blocks', 'row_keys', 'row_ids') or to_regclass(name) is not null then return; end if;
  perform pg_advisory_xact_lock(61140930);
  if to_regclass(name) is not null then return; end if;
  -- Attached and not created in place: readers and writers of the other partitions need not wait.
  execute format('create table %I (like %I including all)', name, parent);
  perform wall_off(name);
  execute format('alter table %I attach partition %I for values from (%s) to (%s)', parent, name, first, first + width);
exception when check_violation or lock_not_available or deadlock_detected or duplicate_table then
  null;
end
$$;

-- Adds the partitions of days that are not too far from the present one to one of the tables. Each table has a
-- transaction of its own: one that held locks on several could wait for a delivery that waits for it.
create function ensure_row_partitions(parent text, wanted integer[], today integer) returns void language plpgsql as $$
declare
  one integer;
begin
  for one in select distinct day from unnest(wanted) as day where day between today - 400 and today + 3 order by day loop
    perform add_row_partition(parent, one, case parent when 'row_ids' then 32 else 1 end);
  end loop;
end
$$;

-- Whether any domain has rows of these days. Each domain is looked at as that domain alone.
create function has_rows_between(first integer, next integer) returns boolean
language plpgsql set enable_seqscan = off as $$
declare
  one uuid;
begin
  for one in select domain_id from domains loop
    perform set_config('parapet.domain_id', one::text, true);
    if exists (select from row_days d where d.domain_id = one and d.day >= first and d.day < next and d.removed_at is null)
    then
      perform set_config('parapet.domain_id', '', true);
      return true;
    end if;
  end loop;
  perform set_config('parapet.domain_id', '', true);
  return false;
end
$$;

-- Drops the partitions of days before the given one that every domain has outlived, and returns how many. A partition that
-- is in use for too long is left for the next call.
create function drop_outlived_row_partitions(before integer) returns integer
language plpgsql set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  part record;
  dropped integer := 0;
begin
  for part in
    select c.relname as name, bounds[1]::integer as first, bounds[2]::integer as next
    from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_class c on c.oid = i.inhrelid,
      regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''?(-?\d+)''?\) TO \(''?(-?\d+)''?\)') as bounds
    where p.relname in ('row_blocks', 'row_keys', 'row_ids') and p.relnamespace = 'public'::regnamespace
      and bounds is not null
    order by c.relname
  loop
    continue when part.next > before or has_rows_between(part.first, part.next);
    begin
      -- Deliveries hold this lock in shared mode, so that none is storing the first rows of the day meanwhile.
      perform pg_advisory_xact_lock(61140929);
      if not has_rows_between(part.first, part.next) then
        execute format('drop table %I', part.name);
        dropped := dropped + 1;
      end if;
    exception when lock_not_available or deadlock_detected then
      null;
    end;
  end loop;
  return dropped;
end
$$;

select pass_domain_to_workers();
