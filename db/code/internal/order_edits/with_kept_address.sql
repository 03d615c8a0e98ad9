-- Gives an edit by staff with the whole shipping address that the order has after it.
-- Takes: the address as the order keeps it, which is free-form, and the edit, whose address is JSON text.
-- Gives: the edit. A field of the address that is not given stays, as a client may have sent fields that no form of
-- staff has; an empty text clears. A field that the client wrote in camelCase is the same field.
-- see: guides/edit-an-order#the-customer-the-address-and-the-rest
--
-- An address that stays as it is keeps its text too, whatever the order of its fields: it is no change.
create or replace function internal.with_kept_address(before json, body jsonb) returns jsonb
language sql immutable
set search_path = ''
begin atomic
  select case when body ->> 'shipping_address' is null then body
    else body || jsonb_build_object('shipping_address', case
      when internal.stored_json(json_object_agg(f.key, f.value)) = internal.stored_json(before) then before::text
      else coalesce(json_object_agg(f.key, f.value)::text, '{}') end) end
  from (
    select k.key, k.value
    from json_each(case json_typeof(before) when 'object' then before end) k
    where not (body ->> 'shipping_address')::jsonb ? lower(regexp_replace(k.key, '([A-Z])', '_\1', 'g'))
    union all
    select g.key, g.value
    from json_each((body ->> 'shipping_address')::json) g
    where btrim(g.value #>> '{}') <> ''
  ) f;
end;
