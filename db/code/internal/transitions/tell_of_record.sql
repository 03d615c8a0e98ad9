-- Tells of a refusal what the record is, as a sentence: nobody filled in a field yet.
-- Takes: the message and the detail of a caught refusal.
-- Gives: the message, in which "The order" stands for order_id, and what it means.
create or replace function internal.tell_of_record(message text, detail text, out reason text, out meaning jsonb)
language plpgsql stable
set search_path = ''
as $$
declare
  v_problem constant jsonb := detail::jsonb -> 'problem';
  v_is_record constant boolean := coalesce(v_problem ->> 'field' in ('order_id', 'parcel_id', 'return_id'), false);
begin
  reason := case when v_is_record
    then format('The %s %s', replace(v_problem ->> 'field', '_id', ''),
      internal.sentence(v_problem ->> 'key', v_problem -> 'params'))
    else message end;
  meaning := internal.meaning(case when v_is_record then v_problem - 'field' else v_problem end);
end
$$;
