-- Gives what to write after "from" to read the rows of a table that an audit of a share looks at: those of the share,
-- and those that were made or touched since the audit before. A row may come twice.
-- Takes: the table, and which share of how many.
--
-- Touched are rows of which the journal tells, and of the orders, lines and redeemed coupons, of whose first years it
-- tells nothing, those of touched orders; what is made has an id above the last verified one.
create or replace function internal.audited_rows(table_name text, share integer, shares integer) returns text
language sql stable
set search_path = ''
as $$
  select case when x.id_column is null then audited_rows.table_name else format('(%s)', concat_ws(' union all ',
    'select t.* from ' || internal.share_rows(audited_rows.table_name, x.id_column, share, shares) || ' t',
    case when x.id_column = 'id' then
      format('select %s from %s t where t.id > internal.verified_upto()', n.columns, audited_rows.table_name) end,
    case when j.table_name is not null then format('select %s from %s t where t.%I in (
      select c.record_id from app.changes c where c.id > internal.verified_upto() and c.record_type = %L)',
      n.columns, j.table_name, j.keys[1], j.record_type) end,
    case when audited_rows.table_name in ('app.orders', 'app.order_items', 'app.coupon_redemptions') then
      format('select %s from %s t where t.%I in (select o.id from internal.touched_orders() o)', n.columns,
        audited_rows.table_name, case audited_rows.table_name when 'app.orders' then 'id' else 'order_id' end) end,
    case when audited_rows.table_name = 'app.inventory_levels' then
      format('select %s from app.inventory_levels t where t.variant_id in (
        select v.id from internal.touched_variants() v)', n.columns) end,
    case when audited_rows.table_name = 'app.ledger_seal_segments' then
      format('select %s from app.companies c left join internal.verified_seals v on v.chain = c.id::text
       join app.ledger_seal_segments t on t.company_id = c.id and t.number > coalesce(v.number, 0)', n.columns)
      end)) end
  from internal.share_column(audited_rows.table_name) x
  cross join lateral (select internal.audited_columns(audited_rows.table_name) as columns) n
  left join internal.journaled_tables() j on j.table_name = audited_rows.table_name
$$;
grant execute on function internal.audited_rows(text, integer, integer) to haat_dba;
