-- A hash of the inputs that each stored result of the analysis was computed from, so that a run computes only the
-- results whose inputs changed.
create table analysis_inputs (
  domain_id uuid not null,
  kind text collate "C" not null,
  id text collate "C" not null,
  hash text not null,
  primary key (domain_id, kind, id)
);

select wall_off('analysis_inputs');
