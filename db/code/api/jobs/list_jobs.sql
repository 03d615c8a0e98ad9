-- Gives a page of jobs (GET /jobs): those whose operation the key may call itself.
-- Raises: HT100 (store_id, cursor).
create or replace function api.list_jobs(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_page constant record := internal.page_ids('app.jobs', input, internal.list_filters('jobs', input)
    || ' and t.status <> ''receiving'' and not t.is_internal and internal.holds_scopes(t.scopes)');
begin
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal) from internal.job_documents(v_page.ids) d),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_jobs(jsonb) to haat_api;
