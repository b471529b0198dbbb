-- What each actor did on each UTC day, packed by model/activity/day-codec.ts. The key is the actor's key in the rows, so
-- that a day does not depend on whether the directory was delivered before them.
create table activity_days (
  domain_id uuid not null,
  actor_key text collate "C" not null,
  day integer not null,
  payload bytea not null,
  primary key (domain_id, actor_key, day)
);

-- The values that the hashes in packed days stand for. Of several spellings the least is kept, whatever arrived first.
create table activity_values (
  domain_id uuid not null,
  dimension smallint not null,
  hash bigint not null,
  key text collate "C" not null,
  label text collate "C" not null,
  primary key (domain_id, dimension, hash)
);

-- Every actor of a packed day, with the other identifiers that its rows contain, to find its identity. `sequence` is the
-- number of the last batch that changed one of its days; it is updated often and therefore not indexed.
create table activity_actors (
  domain_id uuid not null,
  actor_key text collate "C" not null,
  kind text collate "C" not null,
  keys text[] not null,
  name text collate "C",
  first_day integer not null,
  last_day integer not null,
  sequence bigint not null,
  primary key (domain_id, actor_key)
) with (fillfactor = 70);

-- The number of the last batch with activity of each domain. Batches of a domain commit one after the other.
create table activity_batches (
  domain_id uuid not null,
  sequence bigint not null,
  primary key (domain_id)
);

-- The days of the processed rows of each log table.
create table activity_sources (
  domain_id uuid not null,
  table_name text collate "C" not null,
  first_day integer not null,
  last_day integer not null,
  rows bigint not null,
  primary key (domain_id, table_name)
);

-- Changes of the directory that audit rows report. `place` numbers the changes of one row.
create table directory_changes (
  domain_id uuid not null,
  content_key uuid not null,
  table_name text collate "C" not null,
  place smallint not null,
  at timestamptz(3) not null,
  change text collate "C" not null,
  by_key text collate "C",
  by_name text,
  target text collate "C" not null,
  object_id text collate "C",
  object_name text,
  primary key (domain_id, content_key, table_name, place)
);
create index directory_changes_by_target on directory_changes (domain_id, target, at);
create index directory_changes_by_time on directory_changes (domain_id, at);

select wall_off('activity_days');
select wall_off('activity_values');
select wall_off('activity_actors');
select wall_off('activity_batches');
select wall_off('activity_sources');
select wall_off('directory_changes');
