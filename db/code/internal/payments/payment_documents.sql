-- Shows payments as the API does.
-- Takes: payment ids.
-- Gives: a document for each visible one, in the order of the ids.
-- see: guides/orders#the-money
create or replace function internal.payment_documents(ids uuid[])
  returns table (ordinal bigint, id uuid, document json)
language plpgsql stable rows 25
set search_path = ''
as $$
begin
  return query
  select w.n, p.id, row_to_json(d)
  from unnest(payment_documents.ids) with ordinality as w (id, n)
  join app.payments p on p.id = w.id
  join app.payment_methods m on m.id = p.payment_method_id
  cross join lateral (
    select p.id, p.store_id, p.order_id, p.kind, p.status, p.amount::text as amount,
      json_build_object('id', m.id, 'name', m.name, 'type', m.type) as payment_method,
      p.transaction_id, p.source, p.refunds_payment_id, p.charged_amount::text as charged_amount, p.note,
      internal.timestamp_text(p.received_at) as received_at, internal.timestamp_text(p.settled_at) as settled_at,
      internal.timestamp_text(p.created_at) as created_at, internal.timestamp_text(p.updated_at) as updated_at
  ) d
  order by w.n;
end
$$;
grant execute on function internal.payment_documents(uuid[]) to haat_api, haat_staff;
