--! owner: haat_gatekeeper
-- Gives a worker the next picture by link of a company, and counts it to the company's links of the day.
-- Takes: the company, and for how many seconds no other worker gets it.
-- Gives: the link; or when to ask again, where the day's links are used up; nothing when none is due.
-- see: guides/images#rules
create or replace function internal.claim_image_link(company_id uuid, seconds integer)
  returns table (link_id uuid, source_url text, ask_again_at timestamptz)
language plpgsql volatile security definer rows 1
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_link app.image_links;
  v_counted json;
begin
  select * into v_link from app.image_links l
    where l.company_id = claim_image_link.company_id and l.status = 'waiting' and l.due_at <= v_now
      and not internal.has_moved(l.company_id)
    order by l.due_at, l.id limit 1
    for no key update skip locked;
  if v_link.id is null then
    return;
  end if;
  v_counted := internal.count_links(claim_image_link.company_id, 1);
  if v_counted ->> 'retry_after' is not null then
    return query select null::uuid, null::text, v_now + make_interval(secs => (v_counted ->> 'retry_after')::integer);
    return;
  end if;
  return query
  update app.image_links l
    set attempts = l.attempts + 1, due_at = v_now + make_interval(secs => claim_image_link.seconds)
    where l.id = v_link.id
    returning l.id, l.source_url, null::timestamptz;
end
$$;
grant execute on function internal.claim_image_link(uuid, integer) to haat_worker;
