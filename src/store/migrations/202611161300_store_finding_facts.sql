-- What the triggering row of a finding states, as JSON without empty values, and the precision that its detector
-- declares. Findings that are stored already have neither.
alter table threat_findings add column facts text;
alter table threat_findings add column precision double precision;

-- The different facts of the findings that a verdict is about, sorted. Empty for verdicts that were recorded before.
alter table detector_feedback add column facts text[] not null default '{}';
