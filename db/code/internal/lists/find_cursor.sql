-- Finds the record that the cursor of a list names; both null when there is no cursor.
-- Takes: the table, the input (starting_after or ending_before), the condition on company or store ($2, $3) over alias
-- t, and the company and the store.
-- Raises: HT100 (the cursor is no record that this key sees).
-- see: guides/pagination-and-sync#pages
create or replace function internal.find_cursor(relation text, input jsonb, scope text, company_id uuid, store_id uuid,
  out cursor_id uuid, out created_at timestamptz)
language plpgsql stable
set search_path = ''
as $$
begin
  cursor_id := coalesce(input ->> 'starting_after', input ->> 'ending_before')::uuid;
  if cursor_id is null then
    return;
  end if;
  execute format('select t.created_at from %s t where t.id = $1 and %s', relation, scope)
    into created_at using cursor_id, company_id, store_id;
  if created_at is null then
    perform internal.fail('HT100', 'gone.cursor', fields => jsonb_build_object(
        case when input ->> 'starting_after' is null then 'ending_before' else 'starting_after' end,
        jsonb_build_array(internal.problem('gone.ofList'))));
  end if;
end
$$;
grant execute on function internal.find_cursor(text, jsonb, text, uuid, uuid) to haat_api, haat_gatekeeper;
