-- How the last polls of a connector ended. Each connector keeps a limited number of them.
create table connector_polls (
  domain_id uuid not null,
  connector_type text not null,
  poll_id uuid not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3) not null,
  pages integer not null,
  accepted integer not null,
  duplicates integer not null,
  rejected integer not null,
  problem text,
  primary key (domain_id, connector_type, poll_id)
);
create index connector_polls_by_end on connector_polls (domain_id, connector_type, ended_at desc, poll_id desc);
select wall_off('connector_polls');
