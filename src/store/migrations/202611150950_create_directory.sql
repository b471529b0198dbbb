-- The organization's directory as it was last told: one document for each object, in the shape its own API gives it.
-- `walk` is the last complete reading that named the object; what a finished reading did not name is gone.
create table directory_objects (
  domain_id uuid not null,
  kind text collate "C" not null,
  object_id text collate "C" not null,
  document text not null,
  walk uuid not null,
  updated_at timestamptz(3) not null,
  primary key (domain_id, kind, object_id)
);
create index directory_objects_by_walk on directory_objects (domain_id, kind, walk);

-- The reading of a kind that is under way, or the last one. After a part that could not be read nothing is forgotten.
create table directory_walks (
  domain_id uuid not null,
  kind text collate "C" not null,
  walk uuid not null,
  started_at timestamptz(3) not null,
  is_spoiled boolean not null,
  primary key (domain_id, kind)
);

-- Every name that the directory gives somebody: `upn:`, `oid:`, `sid:`, `sam:`, `app:` and the name in lower case.
create table identity_aliases (
  domain_id uuid not null,
  alias text collate "C" not null,
  kind text not null,
  subject text not null,
  tuid uuid,
  name text,
  primary key (domain_id, alias)
);
create index identity_aliases_by_subject on identity_aliases (domain_id, subject);

select wall_off('directory_objects');
select wall_off('directory_walks');
select wall_off('identity_aliases');
