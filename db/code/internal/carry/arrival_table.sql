-- Names the temporary table in which the rows of a table wait until all are there (internal.stage_arrival).
create or replace function internal.arrival_table(table_name text) returns text
language sql immutable
return pg_catalog.format('pg_temp.%I', 'arriving_' || pg_catalog.replace(table_name, '.', '_'));
