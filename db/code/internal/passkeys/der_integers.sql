-- Gives the two numbers of an ECDSA signature, or null where it is not in the one form that DER allows.
create or replace function internal.der_integers(signature bytea) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_hex constant text := encode(signature, 'hex');
  v_first text;
  v_second text;
begin
  if length(signature) not between 8 and 72 then
    return null;
  end if;
  v_first := substr(v_hex, 9, 2 * get_byte(signature, 3));
  v_second := substr(v_hex, 13 + length(v_first));
  -- Each is positive and has no zero in front but the one that keeps it positive.
  if v_first !~ '^(0[1-9a-f]|[1-7].|00[89a-f].)' or v_second !~ '^(0[1-9a-f]|[1-7].|00[89a-f].)'
    or v_hex <> '30' || lpad(to_hex(length(signature) - 2), 2, '0')
      || '02' || lpad(to_hex(length(v_first) / 2), 2, '0') || v_first
      || '02' || lpad(to_hex(length(v_second) / 2), 2, '0') || v_second
  then
    return null;
  end if;
  return array['0x' || v_first, '0x' || v_second];
end
$$;
grant execute on function internal.der_integers(bytea) to haat_gatekeeper;
