-- A finding that another finding replaces: the other one's evidence contains all of its rows. Its event is hidden and it is
-- in no case, but it is kept, so that it can be shown again when the other one is gone.
alter table threat_findings add column superseded boolean not null default false;
