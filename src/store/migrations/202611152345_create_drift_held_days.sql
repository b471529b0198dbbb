-- The last evaluation days on which the gates of a statistical comparison held: an episode opens only after several.
create table drift_held_days (
  domain_id uuid not null,
  day integer not null,
  subject text collate "C" not null,
  computator text collate "C" not null,
  time_period text collate "C" not null,
  primary key (domain_id, day, subject, computator, time_period)
);
select wall_off('drift_held_days');

-- Only the episode of the shortest window is published.
drop index drift_episodes_to_publish;
create index drift_episodes_to_publish on drift_episodes (domain_id, opened_on)
  where published_at is null and superseded_by is null;
