-- Counts image links to the company's UTC day before they are fetched.
-- Takes: a company and the number of links.
-- Gives: {counted}, or a refusal {sqlstate, message, retry_after}: HT005 (the day is used up).
-- see: guides/images#rules
--
-- Each link counts once, whether or not it downloads. A call that does not fit into the day counts nothing.
create or replace function internal.count_links(company_id uuid, links integer) returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_most constant integer := 2000;
  v_now constant timestamptz := internal.now();
  v_day constant date := (v_now at time zone 'UTC')::date;
begin
  insert into gate.image_links as l (company_id, day, used) values (count_links.company_id, v_day, links)
    on conflict on constraint image_links_pkey do update
      set used = l.used + excluded.used where l.used + excluded.used <= v_most;
  if not found then
    return json_build_object(
      'sqlstate', 'HT005',
      'message', internal.sentence('imageLinksADay', jsonb_build_object('most', v_most)),
      'retry_after',
        greatest(1, ceil(extract(epoch from (v_day + 1)::timestamp at time zone 'UTC' - v_now))::integer));
  end if;
  return json_build_object('counted', links);
end
$$;
grant execute on function internal.count_links(uuid, integer) to haat_gatekeeper;
