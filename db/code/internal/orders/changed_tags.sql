-- Gives the tags that an order is to have, as PATCH /orders/{id} takes them, where some are added or removed.
-- Takes: {tags?, add_tags?, remove_tags?}, and the present tags. Tags are the same whatever their letter case; one
-- that is removed and added is written anew.
-- Gives: {tags}, or {} where neither names one.
-- Raises: HT008 (add_tags: more than an order may have).
create or replace function internal.changed_tags(body jsonb, current_tags text[]) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
declare
  v_most constant integer := 250;
  v_added constant jsonb := coalesce(nullif(body -> 'add_tags', 'null'), '[]');
  v_removed constant text[] := array(
    select internal.fold(w.tag)
    from jsonb_array_elements_text(coalesce(nullif(body -> 'remove_tags', 'null'), '[]')) w (tag));
  v_tags text[];
begin
  if v_added = '[]' and v_removed = '{}' then
    return '{}';
  end if;
  v_tags := array(
    select w.tag from unnest(internal.given_tags(body, current_tags)) with ordinality w (tag, n)
    where internal.fold(w.tag) <> all (v_removed) order by w.n);
  v_tags := internal.given_tags(jsonb_build_object('tags', to_jsonb(v_tags) || v_added), null);
  if cardinality(v_tags) > v_most then
    perform internal.field_error('HT008', 'add_tags', 'atMost.entries', jsonb_build_object('most', v_most));
  end if;
  return jsonb_build_object('tags', v_tags);
end
$$;
