-- The directory lists a service principal unless an imported record describes it.
create index nhi_by_principal on nhi (domain_id, lower(principal_id)) where removed_at is null;
