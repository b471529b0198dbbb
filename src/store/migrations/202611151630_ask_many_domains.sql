-- Background work asks hundreds of domains at a time whether there is anything to do. Each is still looked at as that
-- domain alone: row-level security shows the function nothing else. A plan made while a table was empty would read it
-- whole later on, hence no sequential scans.

-- Which of these domains have rows waiting, rows with a new id, or a subject that may be judged.
create function domains_with_work(asked uuid[], due timestamptz) returns setof uuid
language plpgsql set enable_seqscan = off as $$
declare
  one uuid;
begin
  foreach one in array asked loop
    perform set_config('parapet.domain_id', one::text, true);
    if exists (select from pending_rows p where p.domain_id = one)
      or exists (select from renamed_rows r where r.domain_id = one)
      or exists (select from judge_queue q where q.domain_id = one and q.due_at <= due)
    then
      return next one;
    end if;
  end loop;
  perform set_config('parapet.domain_id', '', true);
end
$$;

-- The enabled connectors of these domains whose time has come and that nobody polls.
create function due_connectors(asked uuid[], due timestamptz)
returns table (due_domain uuid, due_type text, due_since timestamptz, is_failing boolean)
language plpgsql set enable_seqscan = off as $$
declare
  one uuid;
begin
  foreach one in array asked loop
    perform set_config('parapet.domain_id', one::text, true);
    return query
      select s.domain_id, s.connector_type, s.next_poll_at::timestamptz, c.consecutive_failures > 0
      from connector_settings s
      join connectors c on c.domain_id = s.domain_id and c.connector_type = s.connector_type
      where s.domain_id = one and c.enabled and s.next_poll_at <= due
        and (s.lease_until is null or s.lease_until <= due);
  end loop;
  perform set_config('parapet.domain_id', '', true);
end
$$;
