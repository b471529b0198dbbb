-- The address as events and cases show it, where cleaning it changed it: a user is found by both forms.
alter table user_addresses add column shown_address text;
create index user_addresses_by_shown on user_addresses (domain_id, shown_address) where shown_address is not null;

-- Addresses that are stored already. The owner of the tables sees every domain for this one statement.
alter table user_addresses no force row level security;
update user_addresses set shown_address = nullif(btrim(regexp_replace(address,
    E'[\\u0001-\\u0020\\u007f-\\u00a0\\u00ad\\u061c\\u1680\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ufeff]+', ' ', 'g')), '')
  where length(address) <= 320
    and address ~ E'[\\u0001-\\u0020\\u007f-\\u00a0\\u00ad\\u061c\\u1680\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ufeff]';
update user_addresses set shown_address = null where shown_address = address;
alter table user_addresses force row level security;
