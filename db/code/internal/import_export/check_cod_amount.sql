-- Refuses an order of another shop whose amounts do not add up to what is to be collected for it.
-- Takes: its total, what is paid, what is due then, and what the file says is to be collected.
-- Raises: HT008 (cod_amount).
create or replace function internal.check_cod_amount(total numeric, paid numeric, due numeric, cod_amount numeric)
  returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if due <> cod_amount then
    perform internal.field_error('HT008', 'cod_amount', 'codAmount.imported',
      jsonb_build_object(
        'total', total::numeric(14, 2), 'paid', paid, 'most', due::numeric(14, 2), 'given', cod_amount));
  end if;
end
$$;
