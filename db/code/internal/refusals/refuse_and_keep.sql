-- Refuses the operation under way but keeps what it wrote; the operation must return right after.
-- Takes: a code of class HT1; the rest as internal.fail.
--
-- internal.fail undoes what the operation wrote. Here the refusal is a setting that gate.perform reads when the
-- operation has returned: the writes stay, the caller is refused, and a retry with the same Idempotency-Key is refused
-- likewise.
create or replace function internal.refuse_and_keep(code text, key text, params jsonb default '{}',
  fields jsonb default null) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if refuse_and_keep.code not like 'HT1%' then
    raise exception '% is not stored for replay, so nothing may be kept with it', refuse_and_keep.code;
  end if;
  perform set_config('haat.refusal', (internal.refusal(key, params, null, fields, 0)
    || jsonb_build_object('sqlstate', refuse_and_keep.code))::text, true);
end
$$;
