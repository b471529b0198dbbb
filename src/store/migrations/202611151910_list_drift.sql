-- A removed drift event keeps its id and sort key, so that a cursor that points to it stays a position.
alter table drift add column removed_at timestamptz(3);

-- The sort key of the list: `detected_at`, or -infinity for an event without a time, which comes last. A column, because
-- under row-level security an index on the expression is not used for comparisons.
alter table drift add column listed_at timestamptz(3);
-- The owner of the table reads every domain for this one statement.
alter table drift no force row level security;
update drift set listed_at = coalesce(detected_at, '-infinity');
alter table drift force row level security;
alter table drift alter column listed_at set not null;

-- Each filter has an index in the order of the list.
create index drift_by_time on drift (domain_id, listed_at desc, drift_id desc) where removed_at is null;
create index drift_by_user on drift (domain_id, tuid, listed_at desc, drift_id desc) where removed_at is null;
create index drift_by_computator on drift (domain_id, computator, listed_at desc, drift_id desc)
  where removed_at is null;
create index drift_by_period on drift (domain_id, time_period, listed_at desc, drift_id desc) where removed_at is null;
