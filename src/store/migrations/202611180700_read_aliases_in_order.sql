-- A row that loses its id takes the smallest other one that belongs to it, and may have very many.
drop index row_aliases_by_row;
create index row_aliases_by_row on row_aliases (domain_id, content_key, item_id);
