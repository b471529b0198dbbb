-- Row-level security for a table made later: the same second wall as for the first ones.
create function wall_off(walled text) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', walled);
  execute format('alter table %I force row level security', walled);
  execute format(
    'create policy own_domain on %I using (domain_id = nullif(current_setting(''parapet.domain_id'', true), '''')::uuid)'
    ' with check (domain_id = nullif(current_setting(''parapet.domain_id'', true), '''')::uuid)',
    walled
  );
end
$$;
