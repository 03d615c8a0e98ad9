-- Has a worker fetch the pictures of a company that wait, one after the other.
-- Takes: the company, and when (null: now).
create or replace function internal.fetch_image_links(company_id uuid, run_at timestamptz default null) returns void
language sql volatile security definer
set search_path = ''
begin atomic
  select internal.enqueue('image_links__fetch', json_build_object('company_id', fetch_image_links.company_id),
    'image_links__fetch ' || fetch_image_links.company_id, fetch_image_links.run_at,
    'image_links ' || fetch_image_links.company_id);
end;
grant execute on function internal.fetch_image_links(uuid, timestamptz) to haat_gatekeeper, haat_worker;
