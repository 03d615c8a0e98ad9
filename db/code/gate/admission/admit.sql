--! owner: haat_gatekeeper
-- Counts a call in the key's minute and says whether it may go on.
-- Takes: the key's SHA-256, the scopes it needs, the bucket (read, write), the cost (calls; 0 only looks) and, for
-- tools, the bucket in which a call outside the key's scopes counts as one call (null: the same bucket and cost).
-- Gives: the admission. Its sqlstate is null, or HT001 to HT003 (key), HT004 (a scope is missing), HT005 (rate limit).
-- Raises: nothing.
-- see: guides/limits#requests
--
-- The order of checks: who is it (401), is there room in the minute (429), may it (403). It runs in a transaction of
-- its own: the count stays whatever the operation does, and no rate row is locked while the operation works. A tool
-- outside the key's scopes counts as one write, whatever it would have cost. So the scopes are checked before the
-- count, and the refusal is told after it. see: guides/limits#requests
create or replace function gate.admit(key_hash bytea, scopes text[], bucket text, cost integer,
  out_of_scope_bucket text default null) returns gate.admission
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_caller constant gate.caller := gate.find_key(key_hash);
  v_now constant timestamptz := internal.now();
  v_minute constant bigint := floor(extract(epoch from v_now) / 60);
  v_scope text;
  v_missing text;
  v_used integer;
  v_admission gate.admission;
begin
  if v_caller.sqlstate is not null then
    v_admission.sqlstate := v_caller.sqlstate;
    v_admission.message := internal.sentence(v_caller.message);
    return v_admission;
  end if;
  v_admission.key_id := v_caller.key_id;
  v_admission.company_id := v_caller.company_id;
  v_admission.key_type := v_caller.key_type;
  v_admission.key_scopes := v_caller.scopes;
  foreach v_scope in array scopes loop
    if not gate.has_scope(v_caller.scopes, v_scope) then
      v_missing := v_scope;
      exit;
    end if;
  end loop;
  if v_missing is not null and out_of_scope_bucket is not null then
    bucket := out_of_scope_bucket;
    cost := least(cost, 1);
  end if;

  v_admission.rate_limit := case bucket when 'read' then v_caller.reads_per_minute else v_caller.writes_per_minute end;
  v_used := gate.count_call(v_caller.key_id, bucket, v_minute, cost, v_admission.rate_limit);
  -- What did not fit took nothing.
  v_admission.rate_remaining := greatest(0, v_admission.rate_limit - v_used
    + case when cost > 1 and v_used > v_admission.rate_limit then cost else 0 end);
  v_admission.rate_reset := (v_minute + 1) * 60;
  if v_used > v_admission.rate_limit and cost > 0 then
    v_admission.sqlstate := 'HT005';
    v_admission.message := internal.sentence('rateLimit',
      jsonb_build_object('most', v_admission.rate_limit, 'bucket', bucket));
    v_admission.retry_after := greatest(1, ceil(v_admission.rate_reset - extract(epoch from v_now)));
    return v_admission;
  end if;

  -- At most every quarter of an hour, so that a busy key does not write its row at each call.
  update app.api_keys k set last_used_at = v_now
    where k.id = v_caller.key_id and (k.last_used_at is null or k.last_used_at < v_now - interval '15 minutes');

  if v_missing is not null then
    v_admission.sqlstate := 'HT004';
    v_admission.message := internal.sentence('scopeNeeded.list', jsonb_build_object('scope', v_missing));
  end if;
  return v_admission;
end
$$;
grant execute on function gate.admit(bytea, text[], text, integer, text) to haat_gateway;
