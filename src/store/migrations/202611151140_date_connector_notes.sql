-- A note of a poll stays until newer ones take its place, so each says when it was last told: [{"text", "at"}].
alter table connector_settings drop column notes;
alter table connector_settings add column notes jsonb not null default '[]';
