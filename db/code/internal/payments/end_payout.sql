-- Adds up a payout whose payments and charges are recorded, and writes its event.
-- Takes: the payout.
-- see: guides/webhooks
create or replace function internal.end_payout(payout_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_payout app.payouts;
begin
  update app.payouts t set (amount, charged_amount) = (
      select p.settled - c.charged, c.charged
      from (
        select coalesce(sum(w.amount + w.charged_amount), 0) as settled from app.payments w
        where w.store_id = t.store_id and w.payout_id = t.id
      ) p, (
        select coalesce(sum(w.amount), 0) as charged from app.courier_charges w
        where w.store_id = t.store_id and w.payout_id = t.id and w.reverses_id is null
      ) c)
    where t.id = end_payout.payout_id
    returning * into v_payout;
  perform internal.emit_event(v_payout.store_id, 'payout.recorded', v_payout.id, d.document)
    from internal.payout_documents(array[v_payout.id]) d;
end
$$;
