-- What a group needs in a period before its earlier hits allow a finding of it. A group that does not have it is not evaluated; one
-- without an entry is. An entry is dropped when a hit before its period is stored.
create table period_limits (
  domain_id uuid not null,
  -- The key of the detector and the group, made like that of hits.
  group_key uuid not null,
  -- The start of the period, in epoch milliseconds.
  period bigint not null,
  -- The settings it was computed with, as the first 16 bytes of SHA-256.
  settings uuid not null,
  -- The fewest triggers of the period.
  fewest integer not null,
  -- A bit for each slot of the period, from the first on, that is set if a hit in it is no finding.
  quiet integer not null,
  primary key (domain_id, group_key)
);
select wall_off('period_limits');
