-- A response of the identity provider that started a session is kept until it expires, so that none starts a second one.
alter table account_codes drop constraint account_codes_kind_check;
alter table account_codes add constraint account_codes_kind_check
  check (kind in ('setup', 'invitation', 'recovery', 'oidc'));
