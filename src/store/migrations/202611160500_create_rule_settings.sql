-- Detectors that are switched off in a domain. A detector without a row is on.
create table rule_switches (
  domain_id uuid not null,
  detector text collate "C" not null,
  reason text not null,
  switched_by text not null,
  switched_at timestamptz(3) not null,
  primary key (domain_id, detector)
);
select wall_off('rule_switches');

-- Entities about which a detector reports nothing. `entity` is lower-case: an address, a user, an application, a host.
create table rule_exceptions (
  domain_id uuid not null,
  exception_id uuid not null,
  detector text collate "C" not null,
  entity text collate "C" not null,
  reason text not null,
  made_by text not null,
  made_at timestamptz(3) not null,
  expires_at timestamptz(3),
  primary key (domain_id, exception_id)
);
create unique index rule_exceptions_by_entity on rule_exceptions (domain_id, detector, entity);
select wall_off('rule_exceptions');

-- When a member ended the exception that a verdict made for the detector and the subject. The verdict itself stays.
alter table detector_feedback add column exception_ended_at timestamptz(3);

-- The findings of one detector, the newest first.
create index threat_findings_by_detector on threat_findings (domain_id, detector, at desc, event_id desc);
