-- Refuses new SKUs that another variant of the store has, in whatever letter case or form, and names each.
-- Takes: the store, the variants as they were sent and the id of each, and the ids of those whose SKU is new. They are
-- written already.
-- Raises: HT101.
-- see: guides/overview#conventions
--
-- Not a unique index, because SKUs that are alike in this way may exist from before: they stay until they are changed.
-- Of two transactions that write SKUs of one store, the second waits here for the first, and then sees it.
create or replace function internal.claim_skus(store_id uuid, variants jsonb, variant_ids uuid[], claimed uuid[])
  returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if claimed = '{}' then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('skus of ' || claim_skus.store_id, 0));
  if exists (
    select from app.variants mine
    cross join lateral internal.variants_alike(mine.store_id, mine.sku) other
    where mine.id = any (claimed) and other.id <> mine.id)
  then
    perform internal.refuse_taken_skus(variants, variant_ids, claimed);
  end if;
end
$$;
