--! owner: haat_gatekeeper
-- Tells whether transactions have ended.
-- Takes: their numbers, of internal.open_transactions.
create or replace function internal.have_ended(transactions text[]) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  return not transactions && internal.open_transactions();
end
$$;
grant execute on function internal.have_ended(text[]) to haat_worker;
