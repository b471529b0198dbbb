-- What an identity held over time: entitlements, credentials, owners, and reach of the control plane. A key that is held
-- again after its removal has a further row. `granted_at` is the time that the directory or an audit row reports.
create table holdings (
  domain_id uuid not null,
  subject text collate "C" not null,
  kind text collate "C" not null,
  key text collate "C" not null,
  first_seen timestamptz(3) not null,
  -- It was in the first listing, so that the time it began is unknown unless `granted_at` has it.
  is_initial boolean not null,
  granted_at timestamptz(3),
  removed_at timestamptz(3),
  last_seen timestamptz(3) not null,
  attributes text not null,
  primary key (domain_id, subject, kind, key, first_seen)
);
select wall_off('holdings');
