-- Whether a reading in parts has begun and not ended: a part that follows none is told so.
alter table directory_walks add column is_open boolean not null default false;
