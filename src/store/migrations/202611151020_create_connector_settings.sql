-- How a connector is reached and how far it has been read; its record in `connectors` says how it fares.
-- `sealed_secrets` opens only with the server's secret. Whoever holds the lease polls; `lease_until` frees it after a crash.
create table connector_settings (
  domain_id uuid not null,
  connector_type text not null,
  settings jsonb not null,
  sealed_secrets text not null,
  cursor text,
  next_poll_at timestamptz(3) not null,
  polled_at timestamptz(3),
  lease_owner uuid,
  lease_until timestamptz(3),
  problem text,
  notes text[] not null default '{}',
  primary key (domain_id, connector_type),
  foreign key (domain_id, connector_type) references connectors (domain_id, connector_type)
);
create index connector_settings_by_poll on connector_settings (domain_id, next_poll_at);

select wall_off('connector_settings');
