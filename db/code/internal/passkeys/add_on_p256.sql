-- Adds two points of the curve P-256, or one to itself.
-- Takes: points as x, y and z, where x / z and y / z are the coordinates; (0, 1, 0) is the neutral one.
--
-- The formulas are complete: there is no pair of points that they are wrong for, so no case is told apart. They are
-- algorithm 4 of Renes, Costello and Batina, Complete addition formulas for prime order elliptic curves (2015).
create or replace function internal.add_on_p256(one numeric[], other numeric[]) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_prime constant numeric := '0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff';
  v_b constant numeric := '0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b';
  v_xx constant numeric := one[1] * other[1] % v_prime;
  v_yy constant numeric := one[2] * other[2] % v_prime;
  v_zz constant numeric := one[3] * other[3] % v_prime;
  v_xy constant numeric := (one[1] + one[2]) * (other[1] + other[2]) - v_xx - v_yy;
  v_yz constant numeric := (one[2] + one[3]) * (other[2] + other[3]) - v_yy - v_zz;
  v_xz constant numeric := (one[1] + one[3]) * (other[1] + other[3]) - v_xx - v_zz;
  v_shift constant numeric := 3 * (v_xz - v_b * v_zz) % v_prime;
  v_rest constant numeric := 3 * (v_b * v_xz - 3 * v_zz - v_xx) % v_prime;
  v_slope constant numeric := 3 * (v_xx - v_zz);
begin
  return array[
    (v_xy * (v_yy + v_shift) - v_yz * v_rest) % v_prime,
    ((v_yy + v_shift) * (v_yy - v_shift) + v_slope * v_rest) % v_prime,
    (v_yz * (v_yy - v_shift) + v_xy * v_slope) % v_prime];
end
$$;
grant execute on function internal.add_on_p256(numeric[], numeric[]) to haat_gatekeeper;
