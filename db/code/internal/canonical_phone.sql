-- Any Bangladeshi spelling of a mobile number: +880, 00880, 880 or 0 in front, Bengali digits, separators ignored.
create or replace function internal.canonical_phone(spelling text) returns text
language sql immutable strict parallel safe
return (
  select case when d.digits ~ '^01[3-9][0-9]{8}$' then d.digits end
  from (select pg_catalog.regexp_replace(internal.phone_digits(spelling), '^(\+880|00880|880)0?', '0') as digits) d
);
comment on function internal.canonical_phone(text) is 'Takes a phone number as somebody wrote it; gives 01XXXXXXXXX, or null when it is no Bangladeshi mobile. spec: Customer';
grant execute on function internal.canonical_phone(text) to haat_api, haat_staff, haat_gatekeeper, haat_worker, haat_dba;
