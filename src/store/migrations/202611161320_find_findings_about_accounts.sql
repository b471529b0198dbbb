-- The key of the account that somebody else's act concerns: a password that was reset, a role that was given. Such
-- findings are evidence about that account too.
alter table threat_findings add column concerns text collate "C";
create index threat_findings_by_account on threat_findings (domain_id, concerns, at) where concerns is not null;
