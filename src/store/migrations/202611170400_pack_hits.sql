-- Actors that hits refer to, each once: nearly all hits of a person have the same one.
create table hit_actors (
  domain_id uuid not null,
  -- The first 16 bytes of SHA-256 of the text.
  actor uuid not null,
  -- The day on which the last of its hits has expired, in days since 1970-01-01.
  kept_until integer not null,
  packed text not null,
  primary key (domain_id, actor)
);

-- Hits with keys of 16 bytes instead of texts. Columns are in an order that needs no padding.
create table packed_hits (
  bucket bigint not null,
  at bigint not null,
  recorded_at timestamptz(3) not null,
  count integer not null,
  -- The first 4 bytes of SHA-256 of the name: hits expire by it.
  detector integer not null,
  is_trigger boolean not null,
  domain_id uuid not null,
  -- The first 16 bytes of SHA-256 of the name of the detector, the character 31 and the group.
  group_key uuid not null,
  -- Up to 15 ASCII characters and their number, or the first 16 bytes of SHA-256 with the highest bit of the last one set.
  hit_key uuid not null,
  row_id uuid not null,
  event_id uuid,
  actor uuid,
  -- Table, data, value, row id and event id, separated by the character 31. The character 29 stands for a part that another
  -- column has or that is absent; such parts at the end are left out.
  memory text not null
);

-- The owner of the table sees every domain for this.
alter table hits no force row level security;

-- How long the detector of each hit keeps it is not known here: longer than any.
insert into hit_actors (domain_id, actor, kept_until, packed)
select domain_id, encode(substring(sha256(convert_to(packed, 'UTF8')) from 1 for 16), 'hex')::uuid,
  max(greatest(at / 86400000, extract(epoch from recorded_at) / 86400))::integer + 400, packed
from (
  select domain_id, at, recorded_at,
    array_to_string((string_to_array(memory, chr(31)))[6:], chr(31)) as packed from hits
) as given
where packed <> ''
group by domain_id, packed;

insert into packed_hits (bucket, at, recorded_at, count, detector, is_trigger, domain_id, group_key, hit_key, row_id, event_id,
  actor, memory)
select bucket, at, recorded_at, count,
  ('x' || encode(substring(sha256(convert_to(detector, 'UTF8')) from 1 for 4), 'hex'))::bit(32)::integer, spark, domain_id,
  encode(substring(sha256(convert_to(detector || chr(31) || group_key, 'UTF8')) from 1 for 16), 'hex')::uuid,
  case when is_inline then rpad(encode(convert_to(hit_key, 'UTF8'), 'hex'), 30, '0') || lpad(to_hex(length(hit_key)), 2, '0')
    else encode(set_byte(substring(digest from 1 for 16), 15, get_byte(digest, 15) | 128), 'hex') end::uuid,
  case when is_row_uuid then row_id
    else encode(substring(sha256(convert_to(row_id, 'UTF8')) from 1 for 16), 'hex') end::uuid,
  case when is_event_uuid then parts[4] end::uuid,
  case when packed <> '' then encode(substring(sha256(convert_to(packed, 'UTF8')) from 1 for 16), 'hex') end::uuid,
  regexp_replace(concat_ws(chr(31),
    coalesce(code, parts[2], ''),
    case when coalesce(parts[5], chr(30)) = chr(30) then chr(29) else parts[5] end,
    case when is_inline and parts[1] = hit_key then chr(29) else coalesce(parts[1], '') end,
    case when is_row_uuid and row_id = parts[3] then chr(29) else coalesce(parts[3], '') end,
    case when is_event_uuid or coalesce(parts[4], chr(30)) = chr(30) then chr(29) else parts[4] end
  ), '(' || chr(31) || chr(29) || ')+$', '')
from (
  select split.*, row_id ~ pattern as is_row_uuid, coalesce(parts[4] ~ pattern, false) as is_event_uuid,
    sha256(convert_to(hit_key, 'UTF8')) as digest, array_to_string(parts[6:], chr(31)) as packed,
    octet_length(hit_key) <= 15 and octet_length(hit_key) = length(hit_key) as is_inline
  from (
    select h.*, string_to_array(memory, chr(31)) as parts,
      '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' as pattern
    from hits h
  ) as split
) as given
left join (values
    ('SigninLogs', 'si'), ('AuditLogs', 'au'), ('AADUserRiskEvents', 'ri'), ('CloudAppEvents', 'ca'),
    ('OfficeActivity', 'of'), ('EmailEvents', 'em'), ('EmailPostDeliveryEvents', 'ep'), ('EmailUrlInfo', 'eu'),
    ('EmailAttachmentInfo', 'ea'), ('UrlClickEvents', 'uc'), ('SecurityEvent', 'se'), ('IdentityLogonEvents', 'il'),
    ('IdentityQueryEvents', 'iq'), ('IdentityDirectoryEvents', 'id'), ('BehaviorAnalytics', 'be'), ('Anomalies', 'an'),
    ('AzureActivity', 'az'), ('CommonSecurityLog', 'cs'), ('Syslog', 'sy'), ('AADProvisioningLogs', 'pr'),
    ('MicrosoftPurviewInformationProtection', 'ip'), ('AADServicePrincipalSignInLogs', 'sp'), ('AADManagedIdentitySignInLogs', 'mi'), ('AADNonInteractiveUserSignInLogs', 'ni'),
    ('MicrosoftGraphActivityLogs', 'gr')
  ) as codes (table_name, code) on codes.table_name = parts[2];

drop table hits;
alter table packed_hits rename to hits;
alter table hits add constraint hits_pkey primary key (domain_id, group_key, bucket, hit_key);
create index hits_by_trigger on hits (domain_id, group_key, bucket) include (count) where is_trigger;

select wall_off('hit_actors');
select wall_off('hits');
