-- Who acted successfully from which address, and on which days first and last: shows addresses that many people share,
-- and those that a person has used before. The last day is up to a week old.
create table address_use (
  domain_id uuid not null,
  address text collate "C" not null,
  actor_key text collate "C" not null,
  first_day integer not null,
  last_day integer not null,
  primary key (domain_id, address, actor_key)
);
create index address_use_by_age on address_use (domain_id, last_day);
select wall_off('address_use');
