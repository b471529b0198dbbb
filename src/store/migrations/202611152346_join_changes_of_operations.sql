-- The start and the end of one cloud operation report the same change; a reader counts the last of them.
alter table directory_changes add column operation text collate "C";
create index directory_changes_by_operation on directory_changes (domain_id, operation) where operation is not null;
