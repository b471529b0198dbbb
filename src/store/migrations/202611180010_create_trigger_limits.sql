-- How many triggers a group needs in a period before the hits of the periods before it support a finding: below that the group
-- is not evaluated. Without an entry it is. An entry is dropped when a hit before its period is stored.
create table trigger_limits (
  domain_id uuid not null,
  -- As that of hits, of the name of the limit.
  group_key uuid not null,
  -- The start of the period, in epoch milliseconds.
  period bigint not null,
  fewest integer not null,
  primary key (domain_id, group_key)
);
select wall_off('trigger_limits');
