-- Log rows as they were delivered. A row is known by its content: `content_key` is a digest of its columns, `row_id` its
-- `_ItemId` or an id derived from the content. The table is written once for each row; what still waits for the
-- detectors stands in a narrow table of its own.
create table log_rows (
  domain_id uuid not null,
  table_name text collate "C" not null,
  content_key uuid not null,
  row_id text collate "C" not null,
  at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  late boolean not null,
  text text not null,
  primary key (domain_id, table_name, content_key)
);
-- The id first: a planner without statistics must not take this index for a way to the rows of a table.
create index log_rows_by_id on log_rows (domain_id, row_id, table_name);

create table pending_rows (
  domain_id uuid not null,
  at timestamptz(3) not null,
  row_id text collate "C" not null,
  table_name text collate "C" not null,
  content_key uuid not null,
  primary key (domain_id, at, row_id, table_name, content_key)
);

-- Ids that a row was also delivered under: a copy with another `_ItemId`, or one that another row holds already.
create table row_aliases (
  domain_id uuid not null,
  table_name text collate "C" not null,
  item_id text collate "C" not null,
  content_key uuid not null,
  primary key (domain_id, table_name, item_id, content_key)
);
create index row_aliases_by_row on row_aliases (domain_id, table_name, content_key);

-- Rows that a later copy gave another id, after the detectors had seen them.
create table renamed_rows (
  domain_id uuid not null,
  table_name text collate "C" not null,
  content_key uuid not null,
  primary key (domain_id, table_name, content_key)
);

-- What is known of a table's deliveries. `live_since`: the first batch that held a row of the last 48 hours.
create table log_tables (
  domain_id uuid not null,
  table_name text collate "C" not null,
  live_since timestamptz(3),
  received_at timestamptz(3) not null,
  primary key (domain_id, table_name)
);

select wall_off('log_rows');
select wall_off('pending_rows');
select wall_off('row_aliases');
select wall_off('renamed_rows');
select wall_off('log_tables');

-- Stored text is read a few times and kept for long: compress it fast where the engine knows how.
do $$
begin
  alter table log_rows alter column text set compression lz4;
exception when feature_not_supported then
  null;
end
$$;
