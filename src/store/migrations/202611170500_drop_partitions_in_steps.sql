-- Drops at most twelve partitions in a call: those of many days, as after a shorter retention was set, would keep deliveries
-- waiting for longer than they do, and a call that takes too long drops none.
create or replace function drop_outlived_row_partitions(before integer) returns integer
language plpgsql set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  part record;
  dropped integer := 0;
begin
  for part in
    select c.relname as name, bounds[1]::integer as first, bounds[2]::integer as next
    from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_class c on c.oid = i.inhrelid,
      regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''?(-?\d+)''?\) TO \(''?(-?\d+)''?\)') as bounds
    where p.relname in ('row_blocks', 'row_keys', 'row_ids') and p.relnamespace = 'public'::regnamespace
      and bounds is not null
    order by c.relname
  loop
    exit when dropped = 12;
    continue when part.next > before or has_rows_between(part.first, part.next);
    begin
      -- Deliveries hold this lock in shared mode, so that none is storing the first rows of the day meanwhile.
      perform pg_advisory_xact_lock(61140929);
      if not has_rows_between(part.first, part.next) then
        execute format('drop table %I', part.name);
        dropped := dropped + 1;
      end if;
    exception when lock_not_available or deadlock_detected then
      null;
    end;
  end loop;
  return dropped;
end
$$;
