-- Checks an address that is given to be called: of a webhook endpoint, or of a browser's push service.
-- Takes: the URL, and the field that it came in.
-- Raises: HT008 (that field).
-- see: guides/webhooks#create-an-endpoint
--
-- Only the shape, and plain http: what a name resolves to is vetted at each sending, since it may change at any time.
create or replace function internal.check_webhook_url(url text, field text default 'url') returns void
language plpgsql stable
set search_path = ''
as $$
declare
  -- Scheme, host (a name, an IPv4 address, or an IPv6 one in brackets), port, and the rest without blanks.
  v_parts constant text[] := regexp_match(url,
    '^(https?)://(?:\[([0-9a-f:.]+)\]|([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?))(?::([0-9]{1,5}))?(?:[/?][!-~]*)?$', 'i');
  v_host text;
  v_address inet;
  v_port integer;
begin
  if v_parts is null or position('#' in url) > 0 or v_parts[4]::integer not between 1 and 65535 then
    perform internal.field_error('HT008', field, 'hookUrl');
  end if;
  if lower(v_parts[1]) = 'https' then
    return;
  end if;
  v_host := lower(coalesce(v_parts[2], v_parts[3]));
  v_port := coalesce(v_parts[4]::integer, 80);
  if pg_input_is_valid(v_host, 'inet') then
    v_address := v_host;
  end if;
  if not exists (
    select from internal.deployment d, jsonb_to_recordset(d.outbound_allow) as r (host text, range inet, port integer)
    where coalesce(r.port = v_port, true)
      and (r.host = v_host or v_address <<= r.range)
  ) then
    perform internal.field_error('HT008', field, 'hookUrl.https');
  end if;
end
$$;
