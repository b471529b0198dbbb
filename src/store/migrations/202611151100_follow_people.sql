-- Whom a case is about, so that it is found by every address its user has by now.
alter table cases add column tuid uuid;
create index cases_by_user on cases (domain_id, tuid, created_at desc, case_id desc) where removed_at is null;

-- Users by the id that a directory gives them: rows may have told it before the directory does.
create index users_by_external_id on users (domain_id, external_id);

-- Those that carry the case's address name its user. The owner of the tables sees every domain for this one statement.
alter table cases no force row level security;
alter table case_events no force row level security;
alter table threats no force row level security;
update cases c set tuid = named.tuid from (
  select e.domain_id, e.case_id, min(t.tuid::text)::uuid as tuid
  from case_events e
  join cases k on k.domain_id = e.domain_id and k.case_id = e.case_id
  join threats t on t.domain_id = e.domain_id and t.event_id = e.event_id
    and lower(t.user_email) is not distinct from k.address
  group by e.domain_id, e.case_id having count(distinct t.tuid) = 1) named
where c.domain_id = named.domain_id and c.case_id = named.case_id;
alter table cases force row level security;
alter table case_events force row level security;
alter table threats force row level security;
