-- Tells whether a passkey has signed some bytes.
-- Takes: its public key as authenticators write it (COSE), in one of the two forms of staff_passkeys; the bytes; the
-- signature.
create or replace function internal.is_signed(public_key bytea, bytes bytea, signature bytea) returns boolean
language sql immutable parallel safe
set search_path = ''
return case
  when length(signature) not between 8 and 512 then false
  when get_byte(public_key, 0) = 165 then internal.is_es256_signature(
    ('0x' || encode(substr(public_key, 11, 32), 'hex'))::numeric,
    ('0x' || encode(substr(public_key, 46, 32), 'hex'))::numeric, sha256(bytes), signature)
  else internal.is_rs256_signature(
    substr(public_key, 12, length(public_key) - 16), sha256(bytes), signature)
end;
grant execute on function internal.is_signed(bytea, bytea, bytea) to haat_gatekeeper;
