-- Addresses that a domain may be used from (empty: any), and when its deletion began.
alter table domains add column allowed_addresses text[] not null default '{}';
alter table domains add column deletion_started_at timestamptz(3);

-- Deleted domains, so that their audit logs can still be found by name.
create table deleted_domains (
  domain_id uuid primary key,
  name text not null,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3) not null
);
create index deleted_domains_by_name on deleted_domains (name, deleted_at);

-- A delivery that began before its domain was deleted must not store more rows. Rows of other tables follow from these,
-- or have a foreign key that leads to the domain.
create function refuse_rows_of_deleted_domain() returns trigger language plpgsql as $$
declare
  own uuid := nullif(current_setting('parapet.domain_id', true), '')::uuid;
begin
  if own is not null and not exists (select from domains where domain_id = own and deletion_started_at is null) then
    raise exception 'the domain was deleted' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return null;
end
$$;
create trigger refuse_rows_of_deleted_domain before insert on log_rows
for each statement execute function refuse_rows_of_deleted_domain();
create trigger refuse_rows_of_deleted_domain before insert on directory_objects
for each statement execute function refuse_rows_of_deleted_domain();
