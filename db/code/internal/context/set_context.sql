--! owner: haat_gatekeeper
-- Says for the rest of the transaction who acts and inside which fence, with the proof that it was said here.
-- Takes: the company and its stores in reach; who acts; the staff member's session and permissions, or the key with
-- its rotation chain, its store and its scopes; how many seconds it is good (null: until the transaction ends);
-- whether the member may see only what concerns themselves; whether nothing is written.
-- Raises: HT018, HT019 (internal.require_company_here; HT018 also where an operator lets this database only read),
-- unless nothing is written.
-- see: guides/inside#who-acts
--
-- The only place that writes these settings. Only the gatekeeper's functions may call it: gate.enter (a key),
-- internal.proven_setting (a session), internal.act_as (our own timers and tools), internal.add_store_to_context.
create or replace function internal.set_context(company_id uuid, store_ids uuid[], actor_type text, actor_id uuid,
  actor_name text, permissions text[] default '{}', session_id uuid default null, key_id uuid default null,
  lineage_id uuid default null, key_store_id uuid default null, scopes text[] default '{}',
  good_seconds integer default null, is_limited boolean default false, is_reading boolean default false)
  returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if not is_reading then
    perform internal.require_company_here(set_context.company_id);
    if internal.cell_state() = 'read-only' then
      if set_context.session_id is not null then
        -- Staff may be reading: what they see is shown, and a write that follows is refused as by a standby.
        perform set_config('transaction_read_only', 'on', true);
      elsif actor_type <> 'staff' then
        perform internal.fail('HT018', 'cellReadOnly', retry_after => 30);
      end if;
      -- Else they sign in.
    end if;
  end if;
  perform set_config('haat.company_id', set_context.company_id::text, true),
          set_config('haat.store_ids', set_context.store_ids::text, true),
          set_config('haat.key_store_id', coalesce(set_context.key_store_id::text, ''), true),
          set_config('haat.key_id', coalesce(set_context.key_id::text, ''), true),
          set_config('haat.lineage_id', coalesce(set_context.lineage_id::text, ''), true),
          set_config('haat.scopes', set_context.scopes::text, true),
          set_config('haat.actor_type', set_context.actor_type, true),
          set_config('haat.actor_id', coalesce(set_context.actor_id::text, ''), true),
          set_config('haat.actor_name', set_context.actor_name, true),
          set_config('haat.permissions', set_context.permissions::text, true),
          set_config('haat.session_id', coalesce(set_context.session_id::text, ''), true),
          set_config('haat.is_limited', case when set_context.is_limited then 'true' else '' end, true),
          set_config('haat.proven_until',
            coalesce((extract(epoch from internal.now()) + good_seconds)::text, ''), true);
  -- See internal.context_setting: this one is believed without a proof.
  if session_user <> 'haat_gateway' then
    perform set_config('haat.proof', internal.context_proof(), true);
  end if;
end
$$;
