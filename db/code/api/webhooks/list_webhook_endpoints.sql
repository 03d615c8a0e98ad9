-- Gives a page of the webhook endpoints of the calling key's rotation chain (GET /webhook-endpoints).
-- Raises: HT100 (store_id, cursor).
create or replace function api.list_webhook_endpoints(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_page constant record := internal.page_ids('app.webhook_endpoints',
    input || jsonb_build_object('lineage_id', internal.context_setting('haat.lineage_id')),
    internal.list_filters('webhook_endpoints', input)
      || ' and t.key_lineage_id = ($1 ->> ''lineage_id'')::uuid and t.removed_at is null');
begin
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal) from internal.webhook_endpoint_documents(v_page.ids) d),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_webhook_endpoints(jsonb) to haat_api;
