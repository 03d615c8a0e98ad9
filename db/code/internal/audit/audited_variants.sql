-- Gives the variants that an audit of a share looks at: those of the share, and those that were touched since the
-- audit before.
-- Takes: which share of how many.
--
-- By a hash, not by the time of their making: a catalog that was imported in an hour has all the movements.
create or replace function internal.audited_variants(share integer, shares integer)
  returns table (id uuid, company_id uuid, store_id uuid)
language sql stable rows 10000
set search_path = ''
begin atomic
  select v.id, v.company_id, v.store_id
  from (
    select x.id, x.company_id, x.store_id from app.variants x
    union
    -- Of a variant that is gone.
    select l.variant_id, l.company_id, l.store_id from app.inventory_levels l
    union
    select m.variant_id, m.company_id, m.store_id from app.missing_levels m
  ) v
  where (uuid_hash(v.id) & 1073741823) % audited_variants.shares = audited_variants.share - 1
  union
  select t.id, t.company_id, t.store_id from internal.touched_variants() t;
end;
grant execute on function internal.audited_variants(integer, integer) to haat_dba;
