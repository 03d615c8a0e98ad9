-- Gives the ranges of ids, both ends included, in which all rows of a share lie (internal.audit_share).
-- Takes: which share of how many.
--
-- Ids from before the first company and after tomorrow are of no range that is worth looking at alone: two ranges hold
-- them all, and who asks compares each row's share as well.
create or replace function internal.share_ranges(share integer, shares integer)
  returns table (from_id uuid, upto_id uuid)
language sql stable rows 1000
set search_path = ''
as $$
  with spans as (
    select ('x' || left((select c.id from app.companies c order by c.id limit 1)::text, 7))::bit(28)::integer as first,
      (extract(epoch from now() + interval '1 day') * 1000)::bigint >> 20 as last
  )
  select (p.prefix || '0-0000-0000-0000-000000000000')::uuid, (p.prefix || 'f-ffff-ffff-ffff-ffffffffffff')::uuid
  from spans s
  cross join lateral generate_series(s.first + (share_ranges.share - 1 - s.first % share_ranges.shares
    + share_ranges.shares) % share_ranges.shares, s.last, share_ranges.shares) as n (span)
  cross join lateral (select lpad(to_hex(n.span), 7, '0') as prefix) p
  union all
  select '00000000-0000-0000-0000-000000000000',
    (lpad(to_hex(s.first - 1), 7, '0') || 'f-ffff-ffff-ffff-ffffffffffff')::uuid
  from spans s
  union all
  select (lpad(to_hex(s.last + 1), 7, '0') || '0-0000-0000-0000-000000000000')::uuid,
    'ffffffff-ffff-ffff-ffff-ffffffffffff'
  from spans s
$$;
grant execute on function internal.share_ranges(integer, integer) to haat_gatekeeper, haat_dba;
