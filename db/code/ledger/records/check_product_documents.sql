-- The stored document of a product shows the product as it is, wherever readers are shown it.
-- Takes: nothing, or which part of how many (ledger.checks.parts), and since when the products have changed; and which
-- share of how many: then those that were touched since the audit before are looked at too.
--
-- A document of another version or shape is not shown, and during a rename none of the store is
-- (internal.product_documents).
create or replace function ledger.check_product_documents(part integer default 1, parts integer default 1,
  since timestamptz default '-infinity', share integer default null, shares integer default null)
  returns table (company_id uuid, store_id uuid, object text, found text, expected text)
language plpgsql stable rows 100
set search_path = ''
as $$
declare
  v_shape constant text := internal.product_document_shape();
  v_ids constant uuid[] := array(
    select p.id
    from app.companies c
    cross join lateral (
      select t.id, t.store_id, t.child_changes
      from app.products t
      where t.company_id = c.id and t.updated_at >= check_product_documents.since) p
    join app.product_documents d on d.product_id = p.id and d.version = p.child_changes and d.shape = v_shape
    where not exists (select from internal.pending_renames r where r.store_id = p.store_id)
      and (uuid_hash(p.id) & 1073741823) % check_product_documents.parts = check_product_documents.part - 1
      and (check_product_documents.share is null
        or (uuid_hash(p.id) >> 8 & 4194303) % check_product_documents.shares = check_product_documents.share - 1
        or p.id > internal.verified_upto()
        or p.id in (
          select case when t.record_type in ('variant', 'product_image') then t.parent_id else t.record_id end
          from app.changes t
          where t.id > internal.verified_upto()
            and t.record_type in ('product', 'product_image', 'product_category', 'variant', 'video_placement'))));
begin
  return query
  select d.company_id, d.store_id, format('product %s', d.product_id),
    coalesce(w.stored, 'written in another way'), coalesce(w.fresh, 'as it is made anew')
  from internal.fresh_product_documents(v_ids) f
  cross join lateral (select t.* from app.product_documents t where t.product_id = f.id limit 1) d
  cross join lateral (
    select
      string_agg(concat(key, ' ', left(s.value::text, 200)), '; ' order by key) as stored,
      string_agg(concat(key, ' ', left(r.value::text, 200)), '; ' order by key) as fresh
    from json_each(d.document) s
    full join json_each(f.document) r using (key)
    where s.value::text is distinct from r.value::text
  ) w
  where f.document::text <> d.document::text;
end
$$;
grant execute on function ledger.check_product_documents(integer, integer, timestamptz, integer, integer)
  to haat_dba;
