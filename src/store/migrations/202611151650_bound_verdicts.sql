-- The history of a case in its order, and where something was said before: neither may cost more the longer it is.
drop index verdicts_by_case;
create index verdicts_by_case on verdicts (domain_id, case_id, processed_at, verdict_id);
alter table verdicts add column said_digest text;

-- As store/verdicts.ts computes it. The owner of the table sees every domain for this one statement.
alter table verdicts no force row level security;
update verdicts v set said_digest = rtrim(translate(encode(sha256(convert_to(
  outcome || E'\n'
  || coalesce((select string_agg(named.id, ',' order by named.id collate "C")
       from (select distinct event_id::text as id from unnest(v.event_ids) as given (event_id)) named), '')
  || E'\n' || coalesce('+' || comment, ''), 'UTF8')), 'base64'), '+/', '-_'), '=');
alter table verdicts force row level security;
alter table verdicts alter column said_digest set not null;
create index verdicts_by_words on verdicts (domain_id, case_id, said_digest, processed_at);
