-- The highest severity of the events of a case, null if it has none. As store/cases/cases.ts computes it.
alter table cases add column severity text;

-- The owner of the tables reads every domain for this one statement.
alter table cases no force row level security;
alter table case_events no force row level security;
alter table threats no force row level security;
update cases c set severity = (
  select t.severity from case_events e
  join threats t on t.domain_id = e.domain_id and t.event_id = e.event_id
  where e.domain_id = c.domain_id and e.case_id = c.case_id
  order by array_position(array['none', 'low', 'medium', 'high', 'critical'], t.severity) desc limit 1);
alter table threats force row level security;
alter table case_events force row level security;
alter table cases force row level security;

-- The last decision of the judge on a case, however many there were.
create index judge_decisions_by_case on judge_decisions (domain_id, candidate_id, decided_at desc, findings desc)
  where promoted;
