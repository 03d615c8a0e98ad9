-- Shows the columns of a customer as the API lists them, without addresses and figures.
-- see: reference/customers#get_customer
--
-- Of one row, in plain SQL: the planner puts it in its place in the statements that show customers.
create or replace function internal.shown_customer(shown app.customers)
  returns table (
    id uuid, store_id uuid, full_name text, email text, phone text, status text, type text, gender text,
    created_at text, updated_at text)
language sql stable rows 1
begin atomic
  select (shown).id, (shown).store_id, (shown).full_name, (shown).email, (shown).phone, (shown).status, (shown).type,
    (shown).gender, internal.timestamp_text((shown).created_at), internal.timestamp_text((shown).updated_at);
end;
grant execute on function internal.shown_customer(app.customers) to haat_api, haat_staff;
