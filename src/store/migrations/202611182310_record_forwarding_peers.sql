-- The addresses that sent forwarded headers without being a trusted proxy, the latest first, and when. They are recorded for
-- `parapet doctor`, which is another process than the server.
alter table installation
  add column forwarding_peers text[] not null default '{}',
  add column forwarded_at timestamptz(3);
