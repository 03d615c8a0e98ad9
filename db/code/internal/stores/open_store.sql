-- Opens a store of the company, with a manual channel and cash on delivery, and brings it into reach.
-- Takes: the slug is made from the name when left out.
-- Raises: HT008 (timezone), 23505 (slug).
create or replace function internal.open_store(name text, slug text, timezone text, currency_code text,
  currency_symbol text, is_test boolean default false) returns app.stores
language plpgsql volatile
set search_path = ''
as $$
declare
  v_id constant uuid := uuidv7();
  v_store app.stores;
begin
  perform internal.require_timezone(open_store.timezone);
  -- The new store comes into reach before it is written: the fence holds for new rows too.
  perform internal.add_store_to_context(v_id);
  insert into app.stores (id, company_id, name, slug, timezone, currency_code, currency_symbol, is_test)
  values (v_id, internal.current_company_id(), btrim(open_store.name),
    coalesce(open_store.slug, internal.slug_from(open_store.name, 'store-' || right(v_id::text, 12))),
    open_store.timezone, open_store.currency_code, open_store.currency_symbol, open_store.is_test)
  returning * into v_store;
  -- What orders need from the first day on: a default channel, and cash on delivery.
  insert into app.channels (company_id, store_id, type, name, slug)
  values (v_store.company_id, v_store.id, 'manual', 'Manual', 'manual');
  insert into app.payment_methods (company_id, store_id, name, type)
  values (v_store.company_id, v_store.id, 'Cash on delivery', 'cod');
  perform internal.log_activity(v_store.id, 'store.created', 'store', v_store.id, null, to_jsonb(v_store));
  return v_store;
end
$$;
