-- Checks what is given of a webhook endpoint; null is not given.
-- Takes: the URL and the event types.
-- Raises: HT008 (url, event_types).
create or replace function internal.check_webhook_endpoint(url text, event_types text[]) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if url is not null then
    perform internal.check_webhook_url(url);
  end if;
  if event_types is not null then
    perform internal.check_event_types(event_types);
  end if;
end
$$;
