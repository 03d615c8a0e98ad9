create or replace trigger _400_journal after insert or update or delete on app.variant_costs
  for each row execute function internal.tg__journal('variant_cost', 'variant_id', '', '', '');
