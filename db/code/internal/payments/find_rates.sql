-- Gives the rates that a courier has agreed to, by places; null where there are none.
create or replace function internal.find_rates(courier_id uuid) returns jsonb
language sql stable
begin atomic
  select nullif(r.rates, '[]') from app.courier_rates r where r.courier_id = find_rates.courier_id;
end;
