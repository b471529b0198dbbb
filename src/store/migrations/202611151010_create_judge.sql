-- Cases that this service made from findings: whom each is about, and from when to when its findings reach. A case that
-- was imported is not here: nothing joins it.
create table correlated_cases (
  domain_id uuid not null,
  case_id uuid not null,
  subject text not null,
  first_event_at timestamptz(3) not null,
  last_event_at timestamptz(3) not null,
  -- Of the findings that its text was written from: tells whether it must be written again.
  digest text not null,
  primary key (domain_id, case_id),
  foreign key (domain_id, case_id) references cases (domain_id, case_id)
);
create index correlated_cases_by_subject on correlated_cases (domain_id, subject);

-- Which case took in a finding, also where the case only counts it. A finding belongs to one case at most.
create table case_findings (
  domain_id uuid not null,
  event_id uuid not null,
  case_id uuid not null,
  primary key (domain_id, event_id),
  foreign key (domain_id, event_id) references threat_findings (domain_id, event_id) on delete cascade,
  foreign key (domain_id, case_id) references correlated_cases (domain_id, case_id)
);
create index case_findings_by_case on case_findings (domain_id, case_id);

-- Why findings became a case, or did not. `candidate_id` is the case's id, or the one it would have had; `inputs` is
-- what each detector brought, as JSON.
create table judge_decisions (
  domain_id uuid not null,
  candidate_id uuid not null,
  digest text not null,
  subject text not null,
  judge_version integer not null,
  decided_at timestamptz(3) not null,
  promoted boolean not null,
  score double precision not null,
  findings integer not null,
  first_event_at timestamptz(3) not null,
  last_event_at timestamptz(3) not null,
  inputs text not null,
  reasons text[] not null,
  primary key (domain_id, candidate_id, digest)
);
create index judge_decisions_by_subject on judge_decisions (domain_id, subject, decided_at);
create index judge_decisions_by_age on judge_decisions (domain_id, decided_at) where not promoted;

-- What the verdict in force on a case says of the detectors behind its events. How far a detector is trusted is counted
-- from these, and one that was refuted is an exception for the same subject for a while; a verdict that contradicts an
-- earlier one replaces its lessons.
create table detector_lessons (
  domain_id uuid not null,
  case_id uuid not null,
  detector text collate "C" not null,
  subject text not null,
  confirmed boolean not null,
  said_at timestamptz(3) not null,
  primary key (domain_id, case_id, detector, subject),
  foreign key (domain_id, case_id) references cases (domain_id, case_id)
);
create index detector_lessons_by_detector on detector_lessons (domain_id, detector, confirmed);

select wall_off('correlated_cases');
select wall_off('case_findings');
select wall_off('judge_decisions');
select wall_off('detector_lessons');
