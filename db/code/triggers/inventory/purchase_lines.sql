-- What was agreed stands; what has come is counted.
create or replace trigger _900_append_only
  before update of purchase_id, company_id, store_id, variant_id, line, sku, quantity, unit_cost or delete or truncate
  on app.purchase_lines for each statement execute function internal.tg__append_only();
create or replace trigger _400_journal after insert or update or delete on app.purchase_lines
  for each row execute function internal.tg__journal('purchase_line', 'purchase_id variant_id', '',
    'received_quantity', '');
