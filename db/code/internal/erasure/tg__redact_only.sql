-- Row trigger: refuses every UPDATE (23001) on a table that keeps history, but for the one that takes the personal
-- data of a customer out of a row and changes nothing else.
create or replace function internal.tg__redact_only() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_is_erasure boolean;
begin
  case tg_table_name
    when 'order_timeline' then v_is_erasure := new operator(pg_catalog.*=) internal.redacted_timeline(old);
    when 'order_calls' then v_is_erasure := new operator(pg_catalog.*=) internal.redacted_call(old);
    when 'activity_log' then v_is_erasure := new operator(pg_catalog.*=) internal.redacted_activity(old);
    when 'changes' then v_is_erasure := new operator(pg_catalog.*=) internal.redacted_change(old);
  end case;
  if not v_is_erasure or new operator(pg_catalog.*=) old then
    raise exception '% is append only: a correction is a new row', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
