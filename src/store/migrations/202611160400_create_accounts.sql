-- People who sign in to the console. They belong to the installation, whose id is the nil UUID, and not to a domain.
create table accounts (
  domain_id uuid not null check (domain_id = '00000000-0000-0000-0000-000000000000'),
  account_id uuid not null,
  email text not null,
  name text,
  password_hash text,
  totp_secret text,
  totp_confirmed_at timestamptz(3),
  totp_last_step bigint,
  issuer text,
  subject text,
  is_operator boolean not null default false,
  created_at timestamptz(3) not null,
  disabled_at timestamptz(3),
  last_signed_in_at timestamptz(3),
  primary key (domain_id, account_id),
  unique (domain_id, email),
  unique (domain_id, issuer, subject),
  check ((issuer is null) = (subject is null))
);
select wall_off('accounts');

-- A session lasts from a sign-in to its end. The digest is that of the only refresh token that is valid now.
create table account_sessions (
  domain_id uuid not null,
  session_id uuid not null,
  account_id uuid not null,
  method text not null,
  created_at timestamptz(3) not null,
  authenticated_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text,
  address text not null,
  user_agent text,
  refresh_digest text not null,
  primary key (domain_id, session_id),
  unique (domain_id, refresh_digest),
  foreign key (domain_id, account_id) references accounts (domain_id, account_id) on delete cascade
);
create index account_sessions_by_account on account_sessions (domain_id, account_id, created_at);
select wall_off('account_sessions');

-- Refresh tokens that were exchanged for a newer one. Using one again ends its session.
create table used_refresh_tokens (
  domain_id uuid not null,
  digest text not null,
  session_id uuid not null,
  primary key (domain_id, digest),
  foreign key (domain_id, session_id) references account_sessions (domain_id, session_id) on delete cascade
);
create index used_refresh_tokens_by_session on used_refresh_tokens (domain_id, session_id);
select wall_off('used_refresh_tokens');

-- Codes that work once: to set up the first administrator, to accept an invitation, to sign in without the TOTP device.
create table account_codes (
  domain_id uuid not null,
  digest text not null,
  kind text not null check (kind in ('setup', 'invitation', 'recovery')),
  account_id uuid,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  primary key (domain_id, digest),
  check ((kind = 'setup') = (account_id is null)),
  foreign key (domain_id, account_id) references accounts (domain_id, account_id) on delete cascade
);
create index account_codes_by_account on account_codes (domain_id, account_id);
select wall_off('account_codes');

-- Who may do what in which domain. Read before the domain is known, hence part of the registry.
create table memberships (
  domain_id uuid not null references domains (domain_id),
  account_id uuid not null,
  role text not null,
  created_at timestamptz(3) not null,
  primary key (domain_id, account_id)
);
create index memberships_by_account on memberships (account_id);
