--! Previous: sha1:efe853872da20087b8767b08f784abe4594e7aac
--! Hash: sha1:eea92fd747d665569fc90e2cbaabaebf94f14280
--! Message: One list of event types

--! split: 1-current.sql
-- Enter migration here

--! Included internal/event_types.sql
-- The same list as server/events.ts, which says of each type when it is sent and what it carries. Names are added, never
-- renamed or given another meaning.
create or replace function internal.event_types() returns text[]
language sql immutable
return array[
  'product.created', 'product.updated', 'product.archived', 'order.created', 'order.updated', 'order.cancelled',
  'payment.recorded', 'payment.refunded', 'payment.voided', 'customer.created', 'customer.updated', 'inventory.updated',
  'category.created', 'category.updated', 'brand.created', 'brand.updated', 'video.ready', 'video.rejected',
  'service.ping'];
comment on function internal.event_types() is 'Gives every type of event there is. decisions: 7, spec: Events';
--! EndIncluded internal/event_types.sql
--! Included internal/check_event_types.sql
create or replace function internal.check_event_types(event_types text[]) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_known constant text[] := internal.event_types();
begin
  if coalesce(cardinality(event_types), 0) = 0 or event_types <> '{*}' and not event_types <@ v_known then
    perform internal.field_error('HT008', 'event_types', 'must be ["*"] or a list of these: ' || array_to_string(v_known, ', '));
  end if;
end
$$;
comment on function internal.check_event_types(text[]) is 'Takes the subscription of a webhook endpoint; raises HT008 unless it is {*} or names types there are. decisions: 7';
--! EndIncluded internal/check_event_types.sql
