-- Counts the transactions that changed what the analysis of a domain reads: processed rows and directory objects.
create table analysis_changes (
  domain_id uuid not null,
  changes bigint not null,
  first_changed_at timestamptz(3) not null,
  newest_event_at timestamptz(3),
  primary key (domain_id)
);

-- The lease of a domain's analysis, and what the last finished run covered. The start of a run counts as a failure until
-- the run has finished, so that a domain whose analysis ends the process is retried with backoff too.
create table analysis_state (
  domain_id uuid not null,
  lease_owner uuid,
  lease_until timestamptz(3),
  failures integer not null,
  retry_at timestamptz(3),
  started_at timestamptz(3),
  day integer,
  changes bigint not null default 0,
  resources_with_history integer not null default 0,
  primary key (domain_id)
);

-- The ledger of runs. A run without an outcome is in progress, or its process ended.
create table analysis_runs (
  domain_id uuid not null,
  run_id uuid not null,
  day integer not null,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  phase text,
  counts text not null default '{}',
  outcome text check (outcome in ('finished', 'failed', 'stopped', 'interrupted')),
  error text,
  primary key (domain_id, run_id)
);
create index analysis_runs_by_start on analysis_runs (domain_id, started_at desc, run_id desc);

select wall_off('analysis_changes');
select wall_off('analysis_state');
select wall_off('analysis_runs');

-- What decides whether the analysis of these domains is due; domains without data or with a held lease are left out.
create function analysis_candidates(asked uuid[], due timestamptz)
returns table (
  candidate uuid, changes bigint, first_changed_at timestamptz, newest_event_at timestamptz, is_pending boolean,
  resources_with_history integer, failures integer, retry_at timestamptz, analyzed_at timestamptz, analyzed_day integer,
  analyzed_changes bigint, analyzed_with_history integer
)
language plpgsql set enable_seqscan = off as $$
declare
  one uuid;
begin
  foreach one in array asked loop
    perform set_config('parapet.domain_id', one::text, true);
    return query
      select c.domain_id, c.changes, c.first_changed_at::timestamptz, c.newest_event_at::timestamptz,
        exists (select from pending_rows p where p.domain_id = one),
        (select count(*)::integer from readiness r where r.domain_id = one
           and r.newest_event_at - r.first_event_at >= r.required_days * interval '1 day'),
        coalesce(s.failures, 0), s.retry_at::timestamptz, s.started_at::timestamptz, s.day, coalesce(s.changes, 0),
        coalesce(s.resources_with_history, 0)
      from analysis_changes c left join analysis_state s on s.domain_id = c.domain_id
      where c.domain_id = one and (s.lease_until is null or s.lease_until <= due);
  end loop;
  perform set_config('parapet.domain_id', '', true);
end
$$;
