-- The expiry that a key had before a rotation brought it forward: its successor gets the lifetime that the key was given.
-- `infinity` for a key that never expired; null for a key that was not rotated.
alter table api_keys add column expires_at_before_rotation timestamptz;
