-- Gives the keys by which a product or an order is found by one of its tags: its store and the tag as text is
-- compared.
-- Takes: the store and the tags.
--
-- Indexes are built on it: products_tags_idx, orders_tags_idx. With the store, since a tag may be as usual in other
-- shops.
create or replace function internal.tag_keys(store_id uuid, tags text[]) returns text[]
language sql immutable parallel safe
return (
  select pg_catalog.array_agg(pg_catalog.concat_ws(':', store_id::text, internal.fold(w.tag)))
  from pg_catalog.unnest(tags) as w (tag));
grant execute on function internal.tag_keys(uuid, text[]) to haat_api, haat_gatekeeper, haat_staff, haat_dba;
