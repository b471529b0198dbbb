-- The registry above the domains. It holds no customer data, so it has no row-level security.
create table domains (
  domain_id uuid primary key,
  name text not null unique,
  created_at timestamptz(3) not null,
  external_api_enabled_at timestamptz(3),
  external_api_disabled boolean not null default false,
  keys_may_never_expire boolean not null default true
);

-- Which domain a key belongs to: asked before the domain is known, hence outside the domain's own tables.
create table key_directory (
  key_id text primary key,
  domain_id uuid not null references domains (domain_id)
);
create index key_directory_by_domain on key_directory (domain_id);

create table api_keys (
  domain_id uuid not null references domains (domain_id),
  key_id text not null,
  name text,
  secret_digest text not null,
  scopes text[] not null,
  allowed_addresses text[] not null default '{}',
  created_at timestamptz(3) not null,
  created_by text not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  disabled boolean not null default false,
  replaces text,
  last_used_at timestamptz(3),
  last_used_ip text,
  primary key (domain_id, key_id)
);

-- What a cached page is held against: read by every request, raised by every change, in the same transaction.
create table resource_versions (
  domain_id uuid not null references domains (domain_id),
  resource text not null,
  version bigint not null,
  primary key (domain_id, resource)
);

create table readiness (
  domain_id uuid not null references domains (domain_id),
  resource text not null,
  required_days double precision not null,
  delivered_at timestamptz(3),
  first_event_at timestamptz(3),
  newest_event_at timestamptz(3),
  built_at timestamptz(3),
  ready_at timestamptz(3),
  primary key (domain_id, resource)
);
