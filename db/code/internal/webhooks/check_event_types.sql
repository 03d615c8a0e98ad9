-- Checks the event types that a webhook endpoint subscribes to: {*}, or types that exist.
-- Raises: HT008 (event_types).
-- see: guides/webhooks#create-an-endpoint
create or replace function internal.check_event_types(event_types text[]) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_known constant text[] := internal.event_types();
begin
  if coalesce(cardinality(event_types), 0) = 0 or event_types <> '{*}' and not event_types <@ v_known then
    perform internal.field_error('HT008', 'event_types', 'hookTypes',
      jsonb_build_object('words', array_to_string(v_known, ', ')));
  end if;
end
$$;
