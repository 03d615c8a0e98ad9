-- Refuses a write of a record that is no longer as its client read it. The gate calls it before the operation, in the
-- same transaction.
-- Takes: the input of the operation, with expected_version {record, id, versions} (see internal.require_version).
-- Raises: HT008 and HT100 for store_id, HT010 (videos), HT100 (id), HT101 (identifier of a variant), HT017.
create or replace function internal.check_version(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_expected constant jsonb := input -> 'expected_version';
begin
  perform internal.require_version(input,
    internal.lock_version(v_expected ->> 'record', v_expected ->> 'id', internal.find_store_for_writing(input)));
end
$$;
grant execute on function internal.check_version(jsonb) to haat_api;
