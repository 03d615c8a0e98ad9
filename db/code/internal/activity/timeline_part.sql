-- Gives the parcel, return or payment that a row of a timeline tells of; null where it is the order. Inlined: an index
-- has it.
create or replace function internal.timeline_part(detail jsonb) returns uuid
language sql immutable parallel safe
return coalesce(detail ->> 'parcel_id', detail ->> 'return_id', detail ->> 'payment_id')::uuid;
grant execute on function internal.timeline_part(jsonb) to haat_staff, haat_dba, haat_gatekeeper;
