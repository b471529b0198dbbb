-- The days with processed rows of each log table: one row with an old time does not make a table cover the time since.
create table activity_source_days (
  domain_id uuid not null,
  table_name text collate "C" not null,
  day integer not null,
  primary key (domain_id, table_name, day)
);
-- Of rows that were processed before, only the first and the last day are known.
insert into activity_source_days (domain_id, table_name, day)
select domain_id, table_name, generate_series(greatest(first_day, last_day - 400), last_day) from activity_sources;
select wall_off('activity_source_days');
