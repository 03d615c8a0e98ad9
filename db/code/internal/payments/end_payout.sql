-- Adds up a payout whose payments are recorded, and writes its event.
-- Takes: the payout.
-- Gives: the payout as the API shows it.
-- see: guides/webhooks
create or replace function internal.end_payout(payout_id uuid) returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_payout app.payouts;
  v_document json;
begin
  update app.payouts t set (amount, charged_amount) = (
      select sum(p.amount), sum(p.charged_amount) from app.payments p
      where p.store_id = t.store_id and p.payout_id = t.id)
    where t.id = end_payout.payout_id
    returning * into v_payout;
  select d.document into v_document from internal.payout_documents(array[v_payout.id]) d;
  perform internal.emit_event(v_payout.store_id, 'payout.recorded', v_payout.id, v_document);
  return v_document;
end
$$;
