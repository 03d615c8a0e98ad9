-- The English sentence of a key, with what stands in it.
-- Takes: a key of internal.sentences, and the values of its braces by their names.
--
-- Without a query and a setting of its own: what may be done with an order is asked of all that refuses it.
create or replace function internal.sentence(key text, params jsonb default '{}') returns text
language plpgsql immutable
as $$
declare
  v_rest text := internal.sentences() ->> sentence.key;
  v_told text := '';
  v_start integer;
  v_end integer;
begin
  if v_rest is null then
    raise exception 'internal.sentences has no key %', sentence.key;
  end if;
  loop
    v_start := strpos(v_rest, '{');
    exit when v_start = 0;
    v_end := strpos(v_rest, '}');
    v_told := v_told || left(v_rest, v_start - 1)
      || coalesce(params ->> substr(v_rest, v_start + 1, v_end - v_start - 1),
        substr(v_rest, v_start, v_end - v_start + 1));
    v_rest := substr(v_rest, v_end + 1);
  end loop;
  return v_told || v_rest;
end
$$;
grant execute on function internal.sentence(text, jsonb) to haat_api, haat_gatekeeper, haat_staff;
