-- Rows wait in the order of their time; by which id a row is known plays no part in that and may still change.
alter table pending_rows drop constraint pending_rows_pkey;
alter table pending_rows drop column row_id;
alter table pending_rows add primary key (domain_id, at, table_name, content_key);
