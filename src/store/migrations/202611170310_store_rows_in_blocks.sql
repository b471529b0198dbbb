-- Log rows in compressed blocks. A block has up to 256 rows of one table and one UTC day, in the order of their time.
-- The day is that of the row's own time, which is part of its content, so that copies of a row meet in one partition.
-- Rows without a time, which are dated by their arrival, have a day of their own (-1000000).
create table row_blocks (
  domain_id uuid not null,
  day integer not null,
  table_name text collate "C" not null,
  block integer not null,
  rows smallint not null check (rows between 1 and 256),
  -- Of the texts, before compression.
  bytes integer not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  -- The content keys, 16 bytes each.
  keys bytea not null,
  -- Compressed: ids, times and sizes.
  facts bytea not null,
  -- Compressed: the texts.
  texts bytea not null,
  -- Since when its rows are in a larger block. It is kept for a time, for those who are reading it.
  merged_at timestamptz(3),
  primary key (domain_id, day, table_name, block)
) partition by range (day);
create index row_blocks_merged on row_blocks (domain_id, merged_at) where merged_at is not null;
-- These are compressed or random already; parts of `keys` are read without the rest.
alter table row_blocks alter column keys set storage external, alter column facts set storage external,
  alter column texts set storage external;
create table row_blocks_other partition of row_blocks default;

-- Where a row is: its key is the first 8 bytes of the id that is derived from domain, table and content, its place
-- 256 times the number of the block plus its position there. Several rows may share a key: the block has the whole one.
create table row_keys (
  domain_id uuid not null,
  key bigint not null,
  day integer not null,
  place integer not null,
  primary key (domain_id, key, day, place)
) partition by range (day);
create table row_keys_other partition of row_keys default;

-- Rows by the `_ItemId` that is their id, as the first 8 bytes of a digest. An entry of a row that was removed or has
-- another id now is without effect. Partitions span more days: an id is looked up in all of them.
create table row_ids (
  domain_id uuid not null,
  id_key bigint not null,
  key bigint not null,
  day integer not null,
  primary key (domain_id, id_key, key, day)
) partition by range (day);
create table row_ids_other partition of row_ids default;

-- The days of which a table has rows. A day whose rows were removed stays, so that it is not filled again.
create table row_days (
  domain_id uuid not null,
  table_name text collate "C" not null,
  day integer not null,
  rows bigint not null,
  -- How many numbers of blocks were used.
  blocks integer not null,
  received_at timestamptz(3) not null,
  removed_at timestamptz(3),
  primary key (domain_id, table_name, day)
);

-- Blocks with rows that wait for the detectors: those from `next_slot` on.
create table pending_blocks (
  domain_id uuid not null,
  first_at timestamptz(3) not null,
  table_name text collate "C" not null,
  day integer not null,
  block integer not null,
  next_slot smallint not null,
  rows smallint not null,
  primary key (domain_id, first_at, table_name, day, block)
);

-- Rows whose id changed after they were stored: blocks are never written again.
create table row_names (
  domain_id uuid not null,
  table_name text collate "C" not null,
  content_key uuid not null,
  day integer not null,
  row_id text collate "C" not null,
  primary key (domain_id, table_name, content_key)
);

-- Null while the row is in log_rows.
alter table row_aliases add column day integer;

select wall_off(name) from unnest(array['row_blocks', 'row_blocks_other', 'row_keys', 'row_keys_other', 'row_ids',
  'row_ids_other', 'row_days', 'pending_blocks', 'row_names']) as name;

create trigger refuse_rows_of_deleted_domain before insert on row_blocks
for each statement execute function refuse_rows_of_deleted_domain();

-- Rows in log_rows and pending_rows are from before this migration, and are moved in the background.
create or replace function domains_with_work(asked uuid[], due timestamptz) returns setof uuid
language plpgsql set enable_seqscan = off as $$
declare
  one uuid;
begin
  foreach one in array asked loop
    perform set_config('parapet.domain_id', one::text, true);
    if exists (select from pending_blocks p where p.domain_id = one)
      or exists (select from renamed_rows r where r.domain_id = one)
      or exists (select from judge_queue q where q.domain_id = one and q.due_at <= due)
      or exists (select from log_rows l where l.domain_id = one)
    then
      return next one;
    end if;
  end loop;
  perform set_config('parapet.domain_id', '', true);
end
$$;

create or replace function analysis_candidates(asked uuid[], due timestamptz)
returns table (
  candidate uuid, changes bigint, first_changed_at timestamptz, newest_event_at timestamptz, is_pending boolean,
  resources_with_history integer, failures integer, retry_at timestamptz, analyzed_at timestamptz, analyzed_day integer,
  analyzed_changes bigint, analyzed_with_history integer
)
language plpgsql set enable_seqscan = off as $$
declare
  one uuid;
begin
  foreach one in array asked loop
    perform set_config('parapet.domain_id', one::text, true);
    return query
      select c.domain_id, c.changes, c.first_changed_at::timestamptz, c.newest_event_at::timestamptz,
        exists (select from pending_blocks p where p.domain_id = one)
          or exists (select from pending_rows p where p.domain_id = one),
        (select count(*)::integer from readiness r where r.domain_id = one
           and r.newest_event_at - r.first_event_at >= r.required_days * interval '1 day'),
        coalesce(s.failures, 0), s.retry_at::timestamptz, s.started_at::timestamptz, s.day, coalesce(s.changes, 0),
        coalesce(s.resources_with_history, 0)
      from analysis_changes c left join analysis_state s on s.domain_id = c.domain_id
      where c.domain_id = one and (s.lease_until is null or s.lease_until <= due);
  end loop;
  perform set_config('parapet.domain_id', '', true);
end
$$;
