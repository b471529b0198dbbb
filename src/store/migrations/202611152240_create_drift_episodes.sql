-- A change of a subject in one window, from the first evaluation day on which it holds until it has not held for a week.
-- `change` is what was found on that first day, as JSON; it is rendered as a drift event when it is published.
create table drift_episodes (
  domain_id uuid not null,
  subject text collate "C" not null,
  computator text collate "C" not null,
  time_period text collate "C" not null,
  opened_on integer not null,
  drift_id uuid not null,
  -- The last evaluation days on which it held, ascending.
  held_on integer[] not null,
  last_held_on integer not null,
  -- The most important item; the same change in a longer window has the same one.
  leading_key text not null,
  -- The episode of a shorter window with the same change.
  superseded_by uuid,
  is_exact boolean not null,
  change text not null,
  published_at timestamptz(3),
  primary key (domain_id, subject, computator, time_period, opened_on)
);
create index drift_episodes_to_publish on drift_episodes (domain_id, opened_on) where published_at is null;
create index drift_episodes_by_hold on drift_episodes (domain_id, last_held_on);
select wall_off('drift_episodes');

-- The last evaluation day of each domain, and the version of the computators that evaluated it.
create table drift_runs (
  domain_id uuid not null,
  day integer not null,
  computators_version integer not null,
  evaluated_at timestamptz(3) not null,
  primary key (domain_id)
);
select wall_off('drift_runs');
