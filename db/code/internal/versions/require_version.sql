-- Refuses a write when the record has another version than those that the client names.
-- Takes: the input of an operation, whose expected_version (absent: nothing is refused) has versions, a list of
-- updated_at in milliseconds since 1970, and updated_at of the record under its lock.
-- Raises: HT017, whose fields say the present updated_at.
--
-- updated_at is the version of a record: it moves whenever anything changes that the record shows, and never twice
-- within one millisecond (internal.tg__stamp_times). The refusal is not stored under an Idempotency-Key: nothing was
-- done, so that the same key may be sent again with the present version.
create or replace function internal.require_version(input jsonb, updated_at timestamptz) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if input -> 'expected_version' -> 'versions' @> to_jsonb(trunc(extract(epoch from updated_at) * 1000)) then
    return;
  elsif input ? 'expected_version' then
    perform internal.fail('HT017', 'versionOld', jsonb_build_object('time', internal.timestamp_text(updated_at)),
      fields => jsonb_build_object('updated_at', jsonb_build_array(internal.timestamp_text(updated_at))));
  end if;
end
$$;
