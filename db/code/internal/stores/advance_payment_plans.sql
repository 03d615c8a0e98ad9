-- Gives the plans for paying in advance, as staff sent them, in the form in which a store keeps them.
-- Raises: HT008 (advance_payment_plans).
-- see: reference/store#get_store
create or replace function internal.advance_payment_plans(plans staff.advance_payment_plan[]) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  if exists (
    select from unnest(plans) p
    where p.percent is null or p.percent <= 0 or p.percent > 100 or length(p.note) > 500
  ) then
    perform internal.field_error('HT008', 'advance_payment_plans', 'advancePlans');
  elsif cardinality(plans) > 20 then
    perform internal.field_error('HT008', 'advance_payment_plans', 'atMost', '{"most": 20}');
  end if;
  return (
    select coalesce(
      jsonb_agg(jsonb_build_object('percent', p.percent, 'note', p.note) order by p.ordinality),
      '[]')
    from unnest(plans) with ordinality as p (percent, note, ordinality));
end
$$;
