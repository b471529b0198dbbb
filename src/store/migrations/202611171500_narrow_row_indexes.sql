-- Keys and ids of rows are digests of the domain too, so their 8 bytes find them; the domain is compared in the table.
-- The last indexes find what a deleted domain has left.
alter table row_keys drop constraint row_keys_pkey;
create index row_keys_by_key on row_keys (key);
create index row_keys_by_domain on row_keys using brin (domain_id uuid_minmax_multi_ops) with (pages_per_range = 32);

alter table row_ids drop constraint row_ids_pkey;
create index row_ids_by_id on row_ids (id_key);
create index row_ids_by_domain on row_ids using brin (domain_id uuid_minmax_multi_ops) with (pages_per_range = 32);

-- As before, and tables without a primary key can be replicated.
create or replace function add_row_partition(parent text, day integer, width integer) returns void
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
  if parent <> 'row_blocks' then execute format('alter table %I replica identity full', name); end if;
  perform wall_off(name);
  execute format('alter table %I attach partition %I for values from (%s) to (%s)', parent, name, first, first + width);
exception when check_violation or lock_not_available or deadlock_detected or duplicate_table then
  null;
end
$$;

do $$
declare
  one regclass;
begin
  for one in select inhrelid::regclass from pg_inherits where inhparent in ('row_keys'::regclass, 'row_ids'::regclass) loop
    execute format('alter table %s replica identity full', one);
  end loop;
end
$$;
