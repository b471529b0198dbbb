-- What people wrote about a case and how they moved it between states. Verdicts have a table of their own.
create table case_entries (
  domain_id uuid not null,
  entry_id uuid not null,
  case_id uuid not null,
  kind text not null check (kind in ('note', 'transition')),
  comment text,
  state_before text,
  state_after text,
  made_by text not null,
  made_at timestamptz(3) not null,
  primary key (domain_id, entry_id),
  foreign key (domain_id, case_id) references cases (domain_id, case_id),
  check ((kind = 'transition') = (state_before is not null and state_after is not null)),
  check (kind = 'transition' or comment is not null)
);
create index case_entries_by_case on case_entries (domain_id, case_id, made_at desc, entry_id desc);
select wall_off('case_entries');

-- The triage queue can be filtered by severity.
create index cases_by_severity on cases (domain_id, severity, created_at desc, case_id desc) where removed_at is null;
