-- Who vouches that an account belongs to the owner of its email address. Accounts from before this migration, and those that an
-- older version creates after a rollback, have nobody on record.
alter table accounts add column vouched_by text not null default 'unknown';
alter table accounts add column vouching_domain_id uuid;
alter table accounts add constraint accounts_vouched_by_check
  check (vouched_by in ('operator', 'provider', 'domain', 'unknown'));
alter table accounts add constraint accounts_vouching_domain_check
  check ((vouched_by = 'domain') = (vouching_domain_id is not null));
