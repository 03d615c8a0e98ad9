-- What is written on the order, and what each text is called. The desk shows all of them, under these words.
-- Raises: nothing.
create or replace function staff.orders_texts("order" app.orders) returns staff.order_text[]
language sql stable
set search_path = ''
begin atomic
  select array_agg(row(t.words::jsonb, t.text)::staff.order_text)
  from (values
    ('{"en": "Remark:", "bn": "মন্তব্য:"}', "order".note)
  ) as t (words, text)
  where t.text <> '';
end;
grant execute on function staff.orders_texts(app.orders) to haat_staff;
