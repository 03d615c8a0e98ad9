-- Tells whether a record is as its hash in the journal has it.
-- Takes: the record with the columns that count, their names in their order, and the hash or its first bytes.
--
-- Columns are added at the end: a hash that was made before covers the columns in front of them.
create or replace function internal.is_as_recorded(record jsonb, columns text[], record_digest bytea) returns boolean
language plpgsql immutable
set search_path = ''
as $$
begin
  for v_count in reverse cardinality(columns) .. 1 loop
    if substr(internal.record_digest(record), 1, length(record_digest)) = record_digest then
      return true;
    end if;
    record := record - columns[v_count];
  end loop;
  return false;
end
$$;
grant execute on function internal.is_as_recorded(jsonb, text[], bytea) to haat_gatekeeper, haat_dba;
