-- Gives a check of the ledger what all checks share: comments on its columns, and the grant to DBAs.
-- Takes: the view ledger.check_*.
create or replace procedure internal.install_check(check_view regclass)
language plpgsql
set search_path = ''
as $$
declare
  v_meaning record;
begin
  for v_meaning in
    select * from (values
      ('company_id', 'The tenant; null for what belongs to none.'),
      ('store_id', 'The store; null for what belongs to none.'),
      ('object', 'Which row is wrong, in words.'),
      ('found', 'What the row says.'),
      ('expected', 'What it should say.'),
      ('order_id', 'The order, to ask for one.'),
      ('variant_id', 'The variant, to ask for one.')) as m (column_name, text)
    where internal.has_column(check_view, m.column_name)
  loop
    execute format('comment on column %s.%I is %L', check_view, v_meaning.column_name, v_meaning.text);
  end loop;
  execute format('grant select on %s to haat_dba', check_view);
end
$$;
