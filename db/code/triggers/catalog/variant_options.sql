create or replace trigger _400_journal after insert or update or delete on app.variant_options
  for each row execute function internal.tg__journal('variant_option', 'variant_id attribute_id', '', '', '');
