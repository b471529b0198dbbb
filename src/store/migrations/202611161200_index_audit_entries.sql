-- Entries of one person or of one action are found without reading the others.
create index audit_entries_by_actor on audit_entries (domain_id, actor_id, sequence);
create index audit_entries_by_action on audit_entries (domain_id, action, sequence);
