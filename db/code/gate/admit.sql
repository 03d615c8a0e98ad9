--! owner: haat_gatekeeper
-- Takes: the key's SHA-256, the scopes needed, the bucket (read, write), its cost (one above 1 is all or nothing: a
-- call that does not fit takes none of it) and the bucket in which one outside the key's scopes counts as one (null:
-- as any other).
-- Counts the call.
-- Gives: the admission with HT001 to HT005 or null.
-- spec: Rate limits, Authentication
--
-- Admission: who is it (401), is there room in the minute (429), may it (403). Runs in a transaction of its own, so the
-- count stays whatever the operation does, and no rate row is held while the operation works.
-- The count is one upsert on one row: exact over all processes. cost 0 reads the window without counting (retries).
-- A tool outside the key's scopes counts as a write, whatever it would have cost: so the scopes are looked at before the
-- count, and told after it. spec: Rate limits 3 and 6
create or replace function gate.admit(key_hash bytea, scopes text[], bucket text, cost integer, out_of_scope_bucket text default null) returns gate.admission
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  c constant gate.caller := gate.find_key(key_hash);
  v_now constant timestamptz := internal.now();
  v_minute constant bigint := floor(extract(epoch from v_now) / 60);
  v_scope text;
  v_missing text;
  v_used integer;
  a gate.admission;
begin
  if c.sqlstate is not null then
    a.sqlstate := c.sqlstate;
    a.message := c.message;
    return a;
  end if;
  a.key_id := c.key_id;
  a.company_id := c.company_id;
  a.key_type := c.key_type;
  a.key_scopes := c.scopes;
  foreach v_scope in array scopes loop
    if not gate.has_scope(c.scopes, v_scope) then
      v_missing := v_scope;
      exit;
    end if;
  end loop;
  if v_missing is not null and out_of_scope_bucket is not null then
    bucket := out_of_scope_bucket;
    cost := least(cost, 1);
  end if;
  a.rate_limit := case bucket when 'read' then c.reads_per_minute else c.writes_per_minute end;

  -- A statement that waited over the minute's edge must not turn the window back: greatest().
  insert into gate.rate_windows as w (key_id, bucket, minute, used)
  values (c.key_id, admit.bucket, v_minute, cost)
  on conflict on constraint rate_windows_pkey do update
    set used = case when excluded.minute > w.minute then excluded.used else w.used + excluded.used end,
        minute = greatest(w.minute, excluded.minute)
  returning used into v_used;
  if cost > 1 and v_used > a.rate_limit then
    -- What counts as several calls (a report, images) and does not fit takes nothing. spec: Image rules, Write cost
    update gate.rate_windows w set used = w.used - cost where w.key_id = c.key_id and w.bucket = admit.bucket;
    a.rate_remaining := greatest(a.rate_limit - (v_used - cost), 0);
  else
    a.rate_remaining := greatest(a.rate_limit - v_used, 0);
  end if;
  a.rate_reset := (v_minute + 1) * 60;
  if v_used > a.rate_limit and cost > 0 then
    a.sqlstate := 'HT005';
    a.message := format('Over the limit of %s %ss a minute for this key.', a.rate_limit, bucket);
    a.retry_after := greatest(1, ceil(a.rate_reset - extract(epoch from v_now)));
    return a;
  end if;

  -- At most every quarter of an hour, so that a busy key does not write its row at each call.
  update app.api_keys k set last_used_at = v_now
    where k.id = c.key_id and (k.last_used_at is null or k.last_used_at < v_now - interval '15 minutes');

  if v_missing is not null then
    a.sqlstate := 'HT004';
    a.message := format('This key lacks the scope %s.', v_missing);
  end if;
  return a;
end
$$;
grant execute on function gate.admit(bytea, text[], text, integer, text) to haat_gateway;
