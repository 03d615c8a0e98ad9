-- Sign-in: waits after wrong attempts, known places, a second factor, and sessions that say where they are.

alter table app.companies add column if not exists requires_two_factor boolean not null default false;
comment on column app.companies.requires_two_factor is 'True: staff without two-factor sign-in can only set it up.';

alter table app.staff_sessions
  add column if not exists address inet,
  add column if not exists user_agent text,
  add column if not exists last_seen_at timestamptz;
comment on column app.staff_sessions.address is 'The network address it was opened from; null where nobody told.';
comment on column app.staff_sessions.user_agent is 'The browser or program that opened it, as it calls itself.';
comment on column app.staff_sessions.last_seen_at is 'Its last request, to within 15 minutes.';

comment on column app.staff.failed_sign_ins is 'No longer written: see internal.sign_in_waits. The next release drops it.';
comment on column app.staff.locked_until is 'No longer written: see internal.sign_in_waits. The next release drops it.';

create table if not exists app.staff_authenticators (
  id uuid primary key,
  company_id uuid not null references app.companies,
  staff_id uuid not null unique,
  sealed_seed text not null,
  seed_hash bytea not null,
  confirmed_at timestamptz,
  last_step bigint,
  recovery_code_hashes bytea[] not null default '{}',
  created_at timestamptz not null,
  foreign key (company_id, staff_id) references app.staff (company_id, id),
  constraint staff_authenticators_seed_hash_check check (length(seed_hash) = 32)
);
comment on table app.staff_authenticators is 'The authenticator app of a staff member (TOTP, RFC 6238): the second factor of their sign-in. One row a person.';
comment on column app.staff_authenticators.id is 'The encrypted seed is bound to it.';
comment on column app.staff_authenticators.staff_id is 'Whose it is.';
comment on column app.staff_authenticators.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.staff_authenticators.sealed_seed is 'The seed, encrypted by the staff server. The key is not in the database.';
comment on column app.staff_authenticators.seed_hash is 'SHA-256 of the seed. A code is checked only with the seed that has this hash.';
comment on column app.staff_authenticators.confirmed_at is 'When the first code was right. Null: it is being set up and asks for nothing yet.';
comment on column app.staff_authenticators.last_step is 'The time step (30 seconds) of the last code that was used: no code is good twice.';
comment on column app.staff_authenticators.recovery_code_hashes is 'SHA-256 of the recovery codes that are left.';
comment on column app.staff_authenticators.created_at is 'When the row was written, by internal.now().';

create table if not exists app.staff_places (
  staff_id uuid not null,
  company_id uuid not null references app.companies,
  kind text not null,
  place_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (staff_id, kind, place_hash),
  foreign key (company_id, staff_id) references app.staff (company_id, id),
  constraint staff_places_kind_check check (kind in ('device', 'address')),
  constraint staff_places_place_hash_check check (length(place_hash) = 32)
);
create index if not exists staff_places_place_hash_idx on app.staff_places (place_hash) where kind = 'device';
comment on table app.staff_places is 'Where staff have signed in from: wrong attempts of strangers do not slow these places. Removed after 180 days without a sign-in.';
comment on column app.staff_places.staff_id is 'Who signed in.';
comment on column app.staff_places.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.staff_places.kind is 'device: a browser or program that keeps the device token. address: a network address.';
comment on column app.staff_places.place_hash is 'SHA-256 of the device token or of the address.';
comment on column app.staff_places.created_at is 'The first sign-in from there.';
comment on column app.staff_places.last_used_at is 'The last sign-in from there.';

create table if not exists internal.sign_in_waits (
  key text primary key,
  account bytea not null,
  failures double precision not null,
  failed_at timestamptz not null,
  wait_until timestamptz
);
create index if not exists sign_in_waits_account_idx on internal.sign_in_waits (account);
create index if not exists sign_in_waits_failed_at_idx on internal.sign_in_waits (failed_at);
comment on table internal.sign_in_waits is 'Wrong passwords and codes, and how long to wait after them. Kept for unknown emails too, so that nobody learns which exist.';
comment on column internal.sign_in_waits.key is 'Who is slowed, as kind:SHA-256. internal.sign_in_keys tells the kinds.';
comment on column internal.sign_in_waits.account is 'SHA-256 of the email that was tried last.';
comment on column internal.sign_in_waits.failures is 'Wrong attempts. They are forgotten with time, so this is a fraction.';
comment on column internal.sign_in_waits.failed_at is 'The last wrong attempt.';
comment on column internal.sign_in_waits.wait_until is 'No attempt is looked at before this; null where none has to wait.';

do $$
begin
  if not exists (
    select from pg_attribute a
    where a.attrelid = (select t.typrelid from pg_type t where t.oid = 'staff.session'::regtype)
      and a.attname = 'device_token'
  ) then
    alter type staff.session add attribute must_set_up_two_factor boolean, add attribute device_token text;
  end if;
  if to_regtype('staff.two_factor') is null then
    create type staff.two_factor as (
      is_on boolean, is_required boolean, must_set_up boolean, recovery_codes_left integer);
  end if;
  if to_regtype('staff.two_factor_setup') is null then
    create type staff.two_factor_setup as (secret text, uri text);
  end if;
  if to_regtype('staff.recovery_sheet') is null then
    create type staff.recovery_sheet as (codes text[]);
  end if;
  if to_regtype('staff.open_session') is null then
    create type staff.open_session as (
      id uuid, address text, user_agent text, created_at timestamptz, last_seen_at timestamptz,
      expires_at timestamptz, is_current boolean);
  end if;
end
$$;
comment on column staff.session.must_set_up_two_factor is 'True where the company requires two-factor sign-in and this person has not set it up: nothing else can be done before.';
comment on column staff.session.device_token is 'Keep it on this device and send it with the next sign-in: then wrong attempts of others never make you wait here.';
comment on type staff.two_factor is 'Your two-factor sign-in.';
comment on column staff.two_factor.is_on is 'True when signing in asks you for a code.';
comment on column staff.two_factor.is_required is 'True when an owner requires it of all staff of the company.';
comment on column staff.two_factor.must_set_up is 'True while you can do nothing but set it up.';
comment on column staff.two_factor.recovery_codes_left is 'How many recovery codes you have left.';
comment on type staff.two_factor_setup is 'What an authenticator app needs. It is shown this once.';
comment on column staff.two_factor_setup.secret is 'The secret in Base32, to be typed into the app.';
comment on column staff.two_factor_setup.uri is 'The same as an otpauth address, which apps read from a QR code or a link.';
comment on type staff.recovery_sheet is 'Codes for a lost phone. Each is good once; they are shown this once.';
comment on column staff.recovery_sheet.codes is 'Keep them on paper or in a password manager.';
comment on type staff.open_session is 'A session that is good now.';
comment on column staff.open_session.id is 'What end_session takes.';
comment on column staff.open_session.address is 'The network address it was opened from.';
comment on column staff.open_session.user_agent is 'The browser or program that opened it, as it calls itself.';
comment on column staff.open_session.created_at is 'When it was opened.';
comment on column staff.open_session.last_seen_at is 'Its last request, to within 15 minutes.';
comment on column staff.open_session.expires_at is 'When it ends by itself.';
comment on column staff.open_session.is_current is 'True for the session that asks.';
