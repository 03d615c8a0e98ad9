-- Takes the personal data of a locked customer out of what is kept for a while: the answers under Idempotency-Keys (48
-- hours) and to lines of jobs (30 days), and what receivers of webhooks answered (30 days), which may repeat what they
-- were sent.
--
-- An answer keeps its form, so that a retry is still told what its first call did, and does not do it again. The
-- endpoints are locked after all else: an attempt that is under way is recorded before, or finds the event erased
-- (internal.record_attempts).
create or replace function internal.erase_copies(customer app.customers) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_order_ids constant text[] := array(
    select o.id::text from app.orders o where o.store_id = customer.store_id and o.customer_id = customer.id);
  v_message constant text := internal.sentence('doneErased');
  v_erased_answer constant text := json_build_object('data', null, 'errors', json_build_array(json_build_object(
    'message', v_message,
    'extensions', json_build_object('code', 'CONFLICT', 'meanings', json_build_object(
      v_message, internal.meaning(internal.problem('doneErased')))))))::text;
begin
  update app.idempotency_keys k set result = internal.redact(k.result::json)::text
    where k.company_id = customer.company_id and case when k.result is json object then
        (strpos(k.result, customer.id::text) > 0 or k.result::json ->> 'order_id' = any (v_order_ids))
        and internal.redact(k.result::json)::text <> k.result
      end;
  -- Answers to staff have the fields that were asked for, by names of the client's own: none tells whose they are.
  update app.idempotency_keys k set result = v_erased_answer
    where k.company_id = customer.company_id and k.operation like 'mutation %' and k.result <> v_erased_answer;
  update app.job_lines l set result = internal.redact(l.result::json)::text
    where l.store_id = customer.store_id and l.job_id in (
        select j.id from app.jobs j
        where j.store_id = customer.store_id
          and (j.is_internal or j.scopes && array['customers:write', 'orders:write', 'payments:write']))
      and (strpos(l.result, customer.id::text) > 0 or l.result::json ->> 'order_id' = any (v_order_ids))
      and internal.redact(l.result::json)::text <> l.result;
  perform e.id from app.webhook_endpoints e where e.store_id = customer.store_id order by e.id for no key update;
  update app.webhook_attempts a set response_body = null
    where a.store_id = customer.store_id and a.response_body is not null and a.delivery_id in (
      select d.id
      from app.erased_rows r join app.webhook_deliveries d on d.store_id = customer.store_id and d.event_id = r.row_id
      where r.company_id = customer.company_id and r.log = 'events');
end
$$;
