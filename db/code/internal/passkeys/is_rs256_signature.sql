-- Tells whether a signature by RSA (RFC 8017, 8.2.2, with 65537 and SHA-256) is good.
-- Takes: the modulus of the public key, the SHA-256 of what is signed, the signature.
create or replace function internal.is_rs256_signature(modulus bytea, digest bytea, signature bytea) returns boolean
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_modulus constant numeric := ('0x' || encode(modulus, 'hex'))::numeric;
  v_signature constant numeric := ('0x' || encode(signature, 'hex'))::numeric;
  v_power numeric := v_signature;
begin
  if length(signature) <> length(modulus) or v_signature >= v_modulus then
    return false;
  end if;
  for v_ in 1..16 loop
    v_power := v_power * v_power % v_modulus;
  end loop;
  return v_power * v_signature % v_modulus = ('0x0001' || repeat('ff', length(modulus) - 54)
    || '003031300d060960864801650304020105000420' || encode(digest, 'hex'))::numeric;
end
$$;
grant execute on function internal.is_rs256_signature(bytea, bytea, bytea) to haat_gatekeeper;
