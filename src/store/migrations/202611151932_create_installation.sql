-- One row about the whole installation. The fingerprint is an HMAC under the server's secret, never the secret: a process
-- with another secret would issue keys that no other process accepts.
create table installation (
  is_only_row boolean primary key default true check (is_only_row),
  secret_fingerprint text not null,
  recorded_at timestamptz(3) not null
);
