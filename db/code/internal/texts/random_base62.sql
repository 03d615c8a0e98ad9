-- Gives that many letters and digits from the cryptographic random source, each equally likely.
--
-- Bytes of 248 and above are thrown away: 256 is not a multiple of 62, and a remainder would favour the first letters.
create or replace function internal.random_base62(length integer) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  v_letters constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  v_text text := '';
  v_bytes bytea;
begin
  while char_length(v_text) < random_base62.length loop
    v_bytes := extensions.gen_random_bytes(64);
    select v_text || coalesce(string_agg(substr(v_letters, get_byte(v_bytes, i) % 62 + 1, 1), ''), '') into v_text
      from generate_series(0, 63) as i where get_byte(v_bytes, i) < 248;
  end loop;
  return left(v_text, random_base62.length);
end
$$;
