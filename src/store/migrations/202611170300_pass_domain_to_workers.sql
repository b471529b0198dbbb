-- On a distributed database (Citus) the workers get a setting only by SET LOCAL: the result of set_config stays on the
-- coordinator, and row-level security on the workers would see no domain. Functions that look at one domain after the other
-- are therefore rewritten to use it; everywhere else both are the same.
create function pass_domain_to_workers() returns void language plpgsql as $$
declare
  definition text;
begin
  for definition in
    select pg_get_functiondef(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and l.lanname = 'plpgsql'
      and p.prosrc ~ 'perform set_config\(''parapet\.domain_id'', [^;]*, true\);'
  loop
    execute regexp_replace(definition, 'perform set_config\(''parapet\.domain_id'', ([^;]*), true\);',
      'execute format(''set local parapet.domain_id = %L'', \1);', 'g');
  end loop;
end
$$;
select pass_domain_to_workers();
