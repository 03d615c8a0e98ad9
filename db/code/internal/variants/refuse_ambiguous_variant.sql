-- Refuses an identifier that several variants have, and names them.
-- Takes: the variants and how many of them to name at most.
-- Raises: HT101. Its fields name identifier and, where each variant is in a store of its own, store_id.
-- see: guides/overview#conventions
create or replace function internal.refuse_ambiguous_variant(variant_ids uuid[], max_named integer) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_ids constant jsonb := jsonb_build_object('ids', array_to_string(variant_ids[:max_named], ', ')
    || case when cardinality(variant_ids) > max_named then ' and more' else '' end);
  v_fields jsonb := jsonb_build_object('identifier', jsonb_build_array(internal.problem('skuSeveral.fits', v_ids)));
begin
  if cardinality(variant_ids) = (select count(distinct v.store_id) from app.variants v where v.id = any (variant_ids))
  then
    v_fields := v_fields || '{"store_id": [{"key": "skuSeveral.store"}]}';
  end if;
  perform internal.fail('HT101', 'skuSeveral.identifier', v_ids, fields => v_fields);
end
$$;
grant execute on function internal.refuse_ambiguous_variant(uuid[], integer) to haat_api;
