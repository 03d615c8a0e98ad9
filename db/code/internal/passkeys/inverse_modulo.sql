-- Gives the number that a number is multiplied with to give 1, by a prime modulus.
-- Takes: a number from 1 to the modulus less 1.
create or replace function internal.inverse_modulo(number numeric, modulus numeric) returns numeric
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_rest numeric[] := array[modulus, number];
  v_factor numeric[] := array[0, 1];
  v_times numeric;
begin
  while v_rest[2] > 0 loop
    v_times := div(v_rest[1], v_rest[2]);
    v_rest := array[v_rest[2], v_rest[1] - v_times * v_rest[2]];
    v_factor := array[v_factor[2], v_factor[1] - v_times * v_factor[2]];
  end loop;
  return (v_factor[1] + modulus) % modulus;
end
$$;
grant execute on function internal.inverse_modulo(numeric, numeric) to haat_gatekeeper;
