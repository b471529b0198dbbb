-- When the service recorded the last change of an item, whatever times the item itself shows; `updated_after` compares it.
-- Every item counts as changed by this migration, so that a copy which is kept by `updated_after` catches up on changes
-- that had been recorded under the time of their rows.
alter table users add column changed_at timestamptz(3) not null default now();
alter table users alter column changed_at drop default;
alter table cases add column changed_at timestamptz(3) not null default now();
alter table cases alter column changed_at drop default;
alter table threats add column changed_at timestamptz(3) not null default now();
alter table threats alter column changed_at drop default;

drop index users_by_update;
create index users_by_change on users (domain_id, changed_at);
drop index cases_by_update;
create index cases_by_change on cases (domain_id, changed_at);
create index threats_by_change on threats (domain_id, changed_at);
