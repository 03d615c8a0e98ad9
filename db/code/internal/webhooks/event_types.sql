-- Lists all event types.
-- see: guides/webhooks#create-an-endpoint
--
-- The same list as server/operations/events.ts, which says of each type when it is sent and what it carries. Names
-- are added, never renamed or given another meaning.
create or replace function internal.event_types() returns text[]
language sql immutable
return array[
  'product.created', 'product.updated', 'product.archived', 'order.created', 'order.updated', 'order.cancelled',
  'payment.recorded', 'payment.refunded', 'payment.voided', 'parcel.created', 'parcel.updated',
  'return.created', 'return.updated', 'payout.recorded',
  'customer.created', 'customer.updated',
  'inventory.updated',
  'category.created', 'category.updated', 'brand.created', 'brand.updated', 'video.ready', 'video.rejected',
  'job.finished', 'export.finished',
  'service.ping'];
grant execute on function internal.event_types() to haat_api, haat_gatekeeper;
