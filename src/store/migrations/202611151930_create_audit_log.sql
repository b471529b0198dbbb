-- Who changed what: one chain of entries per domain. Entries outlive their domain, hence no foreign key.
create table audit_entries (
  domain_id uuid not null,
  sequence bigint not null check (sequence > 0),
  recorded_at timestamptz(3) not null,
  actor_kind text not null,
  actor_id text not null,
  origin text not null,
  action text not null,
  target_kind text not null,
  target_id text not null,
  before jsonb,
  after jsonb,
  previous_hash text not null,
  hash text not null,
  primary key (domain_id, sequence)
);
select wall_off('audit_entries');

-- The last entry of each chain. Appending locks its row, so the sequence has no gap.
create table audit_heads (
  domain_id uuid primary key,
  sequence bigint not null,
  hash text not null
);
select wall_off('audit_heads');

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_entries is append-only: % is refused', lower(tg_op) using errcode = 'insufficient_privilege';
end
$$;

create trigger audit_entries_append_only before update or delete or truncate on audit_entries
for each statement execute function refuse_audit_change();
-- Also in a session that replays changes, which skips ordinary triggers.
alter table audit_entries enable always trigger audit_entries_append_only;
