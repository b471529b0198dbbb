-- What detectors that need more than one row remember. A hit is found by its group and by the stretch of time it was
-- folded into; one index serves both writing it once and reading a group's memory in the order of time.
-- Times are epoch milliseconds: they are compared and counted with, never shown.
create table hits (
  domain_id uuid not null,
  detector text collate "C" not null,
  group_key text collate "C" not null,
  bucket bigint not null,
  hit_key text collate "C" not null,
  at bigint not null,
  row_id text collate "C" not null,
  count integer not null,
  memory text not null,
  recorded_at timestamptz(3) not null,
  primary key (domain_id, detector, group_key, bucket, hit_key)
);

-- What stands behind a threat event that this service made: which detector, in which of its periods, about whom, from
-- which rows. `group_key` and `period` are null for a rule that looks at one row. A finding that its rows no longer
-- support is deleted, unless a case holds its event.
create table threat_findings (
  domain_id uuid not null,
  event_id uuid not null,
  detector text collate "C" not null,
  major integer not null,
  group_key text collate "C",
  period bigint,
  at timestamptz(3) not null,
  recorded_at timestamptz(3) not null,
  severity text not null,
  title text not null,
  threat_type text not null,
  tactics text[] not null,
  techniques text[] not null,
  signal text not null,
  subject text,
  -- The actor as JSON, and its rows as JSON: [[table, content key, epoch milliseconds], …], the triggering one first.
  actor text,
  evidence text not null,
  -- Of everything a reader can see of it: tells a finding that has changed from one that was only worked out again.
  digest text not null,
  primary key (domain_id, event_id)
);
create index threat_findings_by_period on threat_findings (domain_id, detector, group_key, period)
  where group_key is not null;
create index threat_findings_by_subject on threat_findings (domain_id, subject, at, event_id);

-- The rows behind an event, to find the events that rest on a row. A row is named by its content here: which of the ids
-- it was delivered under it is known by may still change.
create table threat_evidence (
  domain_id uuid not null,
  table_name text collate "C" not null,
  content_key uuid not null,
  event_id uuid not null,
  primary key (domain_id, table_name, content_key, event_id)
);
create index threat_evidence_by_event on threat_evidence (domain_id, event_id);

-- Subjects whose findings have changed since they were last judged.
create table judge_queue (
  domain_id uuid not null,
  subject text not null,
  first_recorded_at timestamptz(3) not null,
  last_event_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  primary key (domain_id, subject)
);
create index judge_queue_by_due on judge_queue (domain_id, due_at);

select wall_off('hits');
select wall_off('threat_findings');
select wall_off('threat_evidence');
select wall_off('judge_queue');
