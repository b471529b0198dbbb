-- An imported record without a principal id describes the identity that has its application id.
create index nhi_by_application on nhi (domain_id, lower(app_id)) where removed_at is null;
