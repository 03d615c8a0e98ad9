-- Row trigger: refuses to make a test store of a live one, or a live one of a test store (23001).
--
-- What a company sums up leaves test stores out: figures that were shown would change afterwards.
create or replace function internal.tg_stores__keep_kind() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'whether a store is a test store never changes' using errcode = 'restrict_violation';
end
$$;
