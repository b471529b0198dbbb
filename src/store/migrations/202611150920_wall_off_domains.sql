-- The second wall: whatever a statement asks for, rows of another domain do not exist for it. FORCE binds the tables'
-- owner too; a superuser steps down to parapet_app for each transaction.
do $$
declare
  walled text;
begin
  foreach walled in array array[
    'api_keys', 'resource_versions', 'readiness', 'users', 'user_addresses', 'search_grams', 'threats',
    'threat_categories', 'cases', 'case_events', 'verdicts', 'idempotency_keys', 'personas', 'persona_details', 'nhi',
    'nhi_details', 'connectors', 'drift'
  ] loop
    execute format('alter table %I enable row level security', walled);
    execute format('alter table %I force row level security', walled);
    execute format(
      'create policy own_domain on %I using (domain_id = nullif(current_setting(''parapet.domain_id'', true), '''')::uuid)'
      ' with check (domain_id = nullif(current_setting(''parapet.domain_id'', true), '''')::uuid)',
      walled
    );
  end loop;
end
$$;

-- A page of wire text is read far more often than it is written: keep rows whole up to a page, and compress the larger
-- ones fast where the engine knows how.
do $$
declare
  wide text;
begin
  foreach wide in array array['users', 'threats', 'cases', 'persona_details', 'nhi', 'nhi_details', 'drift'] loop
    execute format('alter table %I set (toast_tuple_target = 8160)', wide);
    begin
      execute format('alter table %I alter column wire set compression lz4', wide);
    exception when feature_not_supported then
      null;
    end;
  end loop;
end
$$;
