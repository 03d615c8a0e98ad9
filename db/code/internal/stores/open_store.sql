-- Opens a store of the company, with a manual channel and cash on delivery, and brings it into reach.
-- Takes: the slug is made from the name when left out, and gets a number behind it when another store has it.
-- Raises: HT008 (timezone), 23505 (slug, where one was given).
--
-- Slugs of stores are unique over all companies, which are not visible here: taken ones are found by trying.
create or replace function internal.open_store(name text, slug text, timezone text, currency_code text,
  currency_symbol text, is_test boolean default false) returns app.stores
language plpgsql volatile
set search_path = ''
as $$
declare
  v_id constant uuid := uuidv7();
  v_slug constant text := coalesce(open_store.slug,
    internal.slug_from(open_store.name, 'store-' || right(v_id::text, 12), 190));
  v_store app.stores;
begin
  perform internal.require_timezone(open_store.timezone);
  -- The new store comes into reach before it is written: the fence holds for new rows too.
  perform internal.add_store_to_context(v_id);
  for v_try in 1..1000 loop
    begin
      insert into app.stores (id, company_id, name, slug, timezone, currency_code, currency_symbol, is_test)
      values (v_id, internal.current_company_id(), btrim(open_store.name),
        case when v_try = 1 then v_slug else format('%s-%s', v_slug, v_try) end,
        open_store.timezone, open_store.currency_code, open_store.currency_symbol, open_store.is_test)
      returning * into v_store;
      exit;
    exception when unique_violation then
      if open_store.slug is not null or v_try = 1000 then
        raise;
      end if;
    end;
  end loop;
  -- What orders need from the first day on: a default channel, and cash on delivery.
  insert into app.channels (company_id, store_id, type, name, slug)
  values (v_store.company_id, v_store.id, 'manual', 'Manual', 'manual');
  insert into app.payment_methods (company_id, store_id, name, type)
  values (v_store.company_id, v_store.id, 'Cash on delivery', 'cod');
  return v_store;
end
$$;
