-- Enter migration here

-- How many orders wait at a stage, as the list of orders shows it.
do $$
begin
  if to_regtype('staff.stage_count') is null then
    create type staff.stage_count as (stage text, orders integer);
  end if;
end
$$;
comment on type staff.stage_count is 'How many orders stand at a stage. Each number stops at 1000: say "999+".';
comment on column staff.stage_count.stage is E'@words app.order_statuses.stage\nThe stage of the work.';
comment on column staff.stage_count.orders is 'Orders at it.';
