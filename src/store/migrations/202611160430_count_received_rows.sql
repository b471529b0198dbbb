-- How many rows of each log table were received in each of the last hours. Older hours are deleted with the next delivery.
create table received_hours (
  domain_id uuid not null,
  table_name text collate "C" not null,
  hour timestamptz(3) not null,
  rows bigint not null,
  primary key (domain_id, table_name, hour)
);
select wall_off('received_hours');

-- The earliest and the latest event time of a table's rows.
alter table log_tables add column first_row_at timestamptz(3), add column last_row_at timestamptz(3);
-- Of rows that were received before, only the first and the last day are known.
-- The owner of the tables reads every domain for this one statement.
alter table log_tables no force row level security;
alter table activity_sources no force row level security;
update log_tables t set first_row_at = to_timestamp(s.first_day * 86400.0), last_row_at = to_timestamp(s.last_day * 86400.0)
from activity_sources s where s.domain_id = t.domain_id and s.table_name = t.table_name;
alter table activity_sources force row level security;
alter table log_tables force row level security;
