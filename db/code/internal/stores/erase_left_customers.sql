-- Timer: erases, as the system, the customers of test stores that were closed, as a reset does. Callers cannot reach
-- them there any more, and real people may be among them.
-- Gives: how many it erased. Safe to run twice.
create or replace function internal.erase_left_customers() returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_left record;
  v_count integer := 0;
begin
  for v_left in select * from internal.left_customers() loop
    begin
      perform internal.act_as(v_left.company_id);
      perform internal.erase_customer(v_left.customer_id);
      v_count := v_count + 1;
    exception when others then
      -- One customer who cannot be erased must not stop the others.
      raise warning 'customer % was not erased: % (%)', v_left.customer_id, sqlerrm, sqlstate;
    end;
  end loop;
  perform internal.leave_company();
  return v_count;
end
$$;
grant execute on function internal.erase_left_customers() to haat_worker;
