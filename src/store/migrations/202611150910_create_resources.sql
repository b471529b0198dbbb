-- Tables that grow by the million do not refer to domains: a check per row is a price, and row-level security already ties
-- every row to the domain of the transaction.
--
-- `wire` is the text an item is answered with, rendered when the item changes. `removed_at` keeps the id and sort key
-- of an item that is gone, so that a cursor pointing at it stays a position.
create table users (
  domain_id uuid not null references domains (domain_id),
  tuid uuid not null,
  external_id text,
  name text,
  user_principal_name text not null,
  email_addresses text[] not null,
  group_guid uuid,
  is_active boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  search_text text not null,
  removed_at timestamptz(3),
  wire text not null,
  primary key (domain_id, tuid)
);
create index users_by_update on users (domain_id, updated_at);

create table user_addresses (
  domain_id uuid not null,
  address text not null,
  tuid uuid not null,
  primary key (domain_id, address, tuid)
);
create index user_addresses_by_user on user_addresses (domain_id, tuid);

-- Three-letter pieces of searchable text. Under row-level security only btree comparisons may use an index.
create table search_grams (
  domain_id uuid not null,
  kind text not null,
  gram text collate "C" not null,
  id uuid not null,
  primary key (domain_id, kind, gram, id)
);
create index search_grams_by_item on search_grams (domain_id, kind, id);

create table threats (
  domain_id uuid not null,
  event_id uuid not null,
  tuid uuid,
  severity text not null,
  category text[] not null,
  subcategory text[] not null,
  signal_type text not null,
  source text not null,
  source_table text,
  source_event_ids text[] not null,
  title text not null,
  summary text not null,
  user_name text,
  user_email text,
  platform_event_id text,
  flagged boolean not null,
  safe boolean not null,
  created_at timestamptz(3) not null,
  subject text,
  removed_at timestamptz(3),
  wire text not null,
  primary key (domain_id, event_id),
  check (not (flagged and safe))
);
create index threats_by_time on threats (domain_id, created_at desc, event_id desc) where removed_at is null;
create index threats_by_subject on threats (domain_id, subject, created_at desc, event_id desc) where removed_at is null;
create index threats_by_source on threats (domain_id, source, created_at desc, event_id desc) where removed_at is null;
create index threats_by_severity on threats (domain_id, severity, created_at desc, event_id desc) where removed_at is null;

create table threat_categories (
  domain_id uuid not null,
  category text not null,
  created_at timestamptz(3) not null,
  event_id uuid not null,
  primary key (domain_id, category, created_at, event_id)
);
create index threat_categories_by_event on threat_categories (domain_id, event_id);

create table cases (
  domain_id uuid not null references domains (domain_id),
  case_id uuid not null,
  user_email text,
  user_name text,
  threat_type text not null,
  threat_brief text not null,
  state text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  closed_at timestamptz(3),
  address text,
  verdict text,
  etag text not null,
  removed_at timestamptz(3),
  wire text not null,
  primary key (domain_id, case_id)
);
create index cases_by_time on cases (domain_id, created_at desc, case_id desc) where removed_at is null;
create index cases_by_state on cases (domain_id, state, created_at desc, case_id desc) where removed_at is null;
create index cases_by_type on cases (domain_id, threat_type, created_at desc, case_id desc) where removed_at is null;
create index cases_by_address on cases (domain_id, address, created_at desc, case_id desc) where removed_at is null;
create index cases_by_update on cases (domain_id, updated_at);

-- The events of a case in their order, and what their flags were before any verdict touched them.
create table case_events (
  domain_id uuid not null,
  case_id uuid not null,
  event_id uuid not null,
  position integer not null,
  flagged_before boolean,
  safe_before boolean,
  primary key (domain_id, case_id, event_id),
  foreign key (domain_id, case_id) references cases (domain_id, case_id),
  foreign key (domain_id, event_id) references threats (domain_id, event_id)
);
create index case_events_by_event on case_events (domain_id, event_id);

-- Everything ever said about a case; a later verdict never overwrites an earlier one.
create table verdicts (
  domain_id uuid not null,
  verdict_id uuid not null,
  case_id uuid not null,
  outcome text not null,
  comment text,
  event_ids uuid[] not null,
  said_by text not null,
  state_before text not null,
  state_after text not null,
  processed_at timestamptz(3) not null,
  primary key (domain_id, verdict_id),
  foreign key (domain_id, case_id) references cases (domain_id, case_id)
);
create index verdicts_by_case on verdicts (domain_id, case_id, verdict_id);

create table idempotency_keys (
  domain_id uuid not null references domains (domain_id),
  key_id text not null,
  idempotency_key text not null,
  request_digest text not null,
  status integer not null,
  body text not null,
  created_at timestamptz(3) not null,
  primary key (domain_id, key_id, idempotency_key)
);
create index idempotency_keys_by_age on idempotency_keys (domain_id, created_at);

create table personas (
  domain_id uuid not null,
  tuid uuid not null,
  persona_overview text,
  created_at timestamptz(3),
  updated_at timestamptz(3),
  wire text not null,
  primary key (domain_id, tuid),
  foreign key (domain_id, tuid) references users (domain_id, tuid)
);

-- Documents are kept as the text they arrived as: jsonb would reorder their keys.
create table persona_details (
  domain_id uuid not null,
  tuid uuid not null,
  document text not null,
  wire text not null,
  primary key (domain_id, tuid),
  foreign key (domain_id, tuid) references users (domain_id, tuid)
);

create table nhi (
  domain_id uuid not null references domains (domain_id),
  nuid uuid not null,
  display_name text not null,
  nhi_class text not null,
  nhi_class_label text not null,
  identity_type_id text not null,
  identity_type_label text not null,
  archetype text,
  archetype_label text,
  provider text not null,
  provider_label text not null,
  status text not null,
  has_persona boolean not null,
  steward_upn text,
  first_seen timestamptz(3),
  last_seen timestamptz(3),
  principal_id text,
  app_id text,
  search_text text not null,
  removed_at timestamptz(3),
  wire text not null,
  primary key (domain_id, nuid)
);
create index nhi_by_class on nhi (domain_id, nhi_class, nuid) where removed_at is null;
create index nhi_by_provider on nhi (domain_id, provider, nuid) where removed_at is null;
create index nhi_by_status on nhi (domain_id, status, nuid) where removed_at is null;
create index nhi_by_persona on nhi (domain_id, has_persona, nuid) where removed_at is null;

create table nhi_details (
  domain_id uuid not null,
  nuid uuid not null,
  document text not null,
  wire text not null,
  primary key (domain_id, nuid),
  foreign key (domain_id, nuid) references nhi (domain_id, nuid)
);

create table connectors (
  domain_id uuid not null references domains (domain_id),
  connector_type text not null,
  enabled boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  last_success_at timestamptz(3),
  consecutive_failures integer not null,
  primary key (domain_id, connector_type)
);

create table drift (
  domain_id uuid not null references domains (domain_id),
  drift_id uuid not null,
  tuid uuid,
  computator text not null,
  time_period text not null,
  delta text not null,
  period_start_at timestamptz(3),
  detected_at timestamptz(3),
  user_name text,
  user_email text,
  wire text not null,
  primary key (domain_id, drift_id)
);
