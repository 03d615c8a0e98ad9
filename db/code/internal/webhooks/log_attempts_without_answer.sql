--! owner: haat_gatekeeper
-- Logs and counts attempts of deliveries that met no answer.
-- Takes: the deliveries as they are after the attempt, its outcome (lost, refused) and why.
-- Gives how many.
-- see: guides/webhooks#when-deliveries-fail
create or replace function internal.log_attempts_without_answer(deliveries app.webhook_deliveries[], outcome text,
  error text) returns integer
language plpgsql volatile
set search_path = ''
as $$
begin
  insert into app.webhook_attempts
    (company_id, store_id, endpoint_id, delivery_id, attempt, outcome, error, next_attempt_at)
  select d.company_id, d.store_id, d.endpoint_id, d.id, d.attempts, log_attempts_without_answer.outcome,
    log_attempts_without_answer.error, d.next_attempt_at
  from unnest(deliveries) d;
  insert into app.webhook_attempt_counts as c (endpoint_id, outcome, company_id, store_id, count)
  select d.endpoint_id, log_attempts_without_answer.outcome, d.company_id, d.store_id, count(*)
  from unnest(deliveries) d group by d.endpoint_id, d.company_id, d.store_id
  on conflict on constraint webhook_attempt_counts_pkey do update set count = c.count + excluded.count;
  return coalesce(cardinality(deliveries), 0);
end
$$;
