--! owner: haat_gatekeeper
-- Refuses a test store more, or a reset more, when the company has enough of them: 3 open ones, 20 that were made
-- within 24 hours.
-- Takes: how many more there would be open.
-- Raises: HT101.
--
-- As the gatekeeper: those that a reset closed are out of reach, and count by the day. The lock makes the counts
-- exact.
create or replace function internal.check_test_stores(more integer) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_most_open constant integer := 3;
  v_most_a_day constant integer := 20;
  v_company_id constant uuid := internal.current_company_id();
begin
  perform pg_advisory_xact_lock(hashtextextended('test stores ' || v_company_id, 0));
  if (select count(*) from app.stores s where s.company_id = v_company_id and s.is_test and s.status <> 'closed')
    + more > v_most_open
  then
    perform internal.fail('HT101', 'testStores', jsonb_build_object('most', v_most_open));
  end if;
  if (select count(*) from app.stores s
    where s.company_id = v_company_id and s.is_test and s.created_at > internal.now() - interval '24 hours')
    >= v_most_a_day
  then
    perform internal.fail('HT101', 'testStoresADay', jsonb_build_object('most', v_most_a_day));
  end if;
end
$$;
grant execute on function internal.check_test_stores(integer) to haat_owner;
