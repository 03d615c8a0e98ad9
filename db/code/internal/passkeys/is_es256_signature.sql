-- Tells whether a signature by ECDSA on P-256 (FIPS 186-5, 6.4.2) is good.
-- Takes: the coordinates of the public key, the SHA-256 of what is signed, the signature in DER.
-- see: guides/inside#who-acts
--
-- It reads nothing that is secret, so the time that it takes tells nothing. 15 to 30 ms, less than a password's hash.
create or replace function internal.is_es256_signature(key_x numeric, key_y numeric, digest bytea, signature bytea)
  returns boolean
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_prime constant numeric := '0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff';
  v_order constant numeric := '0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551';
  v_b constant numeric := '0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b';
  v_base constant numeric[] := array[
    '0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
    '0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5', '1'];
  v_key constant numeric[] := array[key_x, key_y, 1];
  v_both constant numeric[] := internal.add_on_p256(v_base, v_key);
  v_numbers constant numeric[] := internal.der_integers(signature);
  v_r constant numeric := v_numbers[1];
  v_inverse numeric;
  v_digest_part numeric;
  v_key_part numeric;
  v_power numeric := 2::numeric ^ 255;
  v_point numeric[] := array[0, 1, 0];
begin
  if key_x >= v_prime or key_y >= v_prime or (key_x * (key_x * key_x - 3) + v_b - key_y * key_y) % v_prime <> 0
    or v_numbers is null or v_r >= v_order or v_numbers[2] >= v_order
  then
    return false;
  end if;
  v_inverse := internal.inverse_modulo(v_numbers[2], v_order);
  v_digest_part := ('0x' || encode(digest, 'hex'))::numeric * v_inverse % v_order;
  v_key_part := v_r * v_inverse % v_order;
  -- Both products at once, a bit at a time.
  while v_power >= 1 loop
    v_point := internal.add_on_p256(v_point, v_point);
    if v_digest_part >= v_power or v_key_part >= v_power then
      v_point := internal.add_on_p256(v_point, case
        when v_digest_part < v_power then v_key when v_key_part < v_power then v_base else v_both end);
    end if;
    v_digest_part := v_digest_part - case when v_digest_part >= v_power then v_power else 0 end;
    v_key_part := v_key_part - case when v_key_part >= v_power then v_power else 0 end;
    v_power := div(v_power, 2);
  end loop;
  return v_point[3] <> 0 and (
    (v_point[1] - v_r * v_point[3]) % v_prime = 0
    or v_r + v_order < v_prime and (v_point[1] - (v_r + v_order) * v_point[3]) % v_prime = 0);
end
$$;
grant execute on function internal.is_es256_signature(numeric, numeric, bytea, bytea) to haat_gatekeeper;
