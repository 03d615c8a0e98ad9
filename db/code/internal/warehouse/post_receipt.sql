-- Writes a receipt of a purchase, or the correction of one, and books its goods: rows of type purchase, under its id
-- and number, by which the average cost moves.
-- Takes: the locked purchase, the goods (negative units go back), the receipt that is corrected, the supplier's
-- document and a remark.
-- Gives: the receipt.
-- Raises: HT008 (goods that go back would leave less than nothing, or less than orders have reserved).
--
-- Stock is locked in the order of variants. Booked by the function that REST's adjustments use.
create or replace function internal.post_receipt(purchase app.purchases, goods app.goods_receipt_lines[],
  corrects_id uuid, supplier_document text, note text) returns app.goods_receipts
language plpgsql volatile
set search_path = ''
as $$
declare
  v_receipt app.goods_receipts;
  v_good app.goods_receipt_lines;
begin
  insert into app.goods_receipts (company_id, purchase_id, corrects_id, number, supplier_document, note,
    actor_id, actor_name)
  select purchase.company_id, purchase.id, post_receipt.corrects_id, internal.next_document_number('GRN'),
    nullif(btrim(post_receipt.supplier_document), ''), nullif(btrim(post_receipt.note), ''), a.actor_id, a.actor_name
  from internal.current_actor() a
  returning * into v_receipt;
  insert into app.goods_receipt_lines (receipt_id, company_id, store_id, variant_id, line, sku, quantity, unit_cost)
  select v_receipt.id, v_receipt.company_id, g.store_id, g.variant_id, g.line, g.sku, g.quantity, g.unit_cost
  from unnest(goods) g;
  for v_good in select g.* from unnest(goods) g order by g.variant_id loop
    perform internal.adjust_stock(v_good.variant_id, purchase.location_id,
      jsonb_build_object('type', 'purchase', 'quantity_change', v_good.quantity, 'unit_cost', v_good.unit_cost,
        'reason', coalesce(v_receipt.note, case when v_receipt.corrects_id is null then 'Goods received'
          else 'Goods receipt corrected' end)),
      v_receipt.id, format('lines.%s.quantity', v_good.line), v_receipt.number, v_receipt.corrects_id is not null);
  end loop;
  update app.purchase_lines p set received_quantity = p.received_quantity + g.quantity
    from unnest(goods) g
    where p.purchase_id = purchase.id and p.variant_id = g.variant_id;
  update app.purchases p set status = internal.purchase_status(p.id)
    where p.id = purchase.id and p.status <> 'closed';
  return v_receipt;
end
$$;
