--! Previous: sha1:bf1271c797efc58259201a9a51d2ac619080fda1
--! Hash: sha1:2b8e623c9b39c0f05d15089ed95a5ce2bfebef77
--! Message: passkeys of staff

--! split: 1-current.sql
-- Enter migration here
create table if not exists app.staff_passkeys (
  id uuid primary key default uuidv7(),
  company_id uuid not null references app.companies,
  staff_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  domain text not null check (length(domain) between 1 and 253),
  credential_id bytea not null check (length(credential_id) between 1 and 1023),
  public_key bytea not null,
  sign_count bigint not null check (sign_count >= 0),
  last_used_at timestamptz,
  created_at timestamptz not null,
  constraint staff_passkeys_credential_id_key unique (credential_id),
  constraint staff_passkeys_public_key_is_es256_or_rs256 check (
    encode(public_key, 'hex') ~ '^a5010203262001215820[0-9a-f]{64}225820[0-9a-f]{64}$'
    or encode(public_key, 'hex') ~ '^a40103033901002059[0-9a-f]{4}([0-9a-f]{128}){4,8}2143010001$'),
  foreign key (company_id, staff_id) references app.staff (company_id, id)
);
create index if not exists staff_passkeys_staff_id_idx on app.staff_passkeys (company_id, staff_id);
alter table app.staff_passkeys alter column company_id set (n_distinct = 3);

create table if not exists internal.passkey_challenges (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  ceremony text not null check (ceremony in ('sign_in', 'add')),
  session_id uuid,
  expires_at timestamptz not null,
  constraint passkey_challenges_session_of_who_adds check ((ceremony = 'add') = (session_id is not null))
);
create index if not exists passkey_challenges_expires_at_idx on internal.passkey_challenges (expires_at);

alter table app.staff_sessions add column if not exists passkey_id uuid;

do $$
begin
  if to_regtype('staff.passkey') is null then
    create type staff.passkey as (
      id uuid, name text, domain text, created_at timestamptz, last_used_at timestamptz);
  end if;
end
$$;
comment on type staff.passkey is 'A passkey of yours: it signs you in without password and code.';
comment on column staff.passkey.id is 'What rename_passkey and remove_passkey take.';
comment on column staff.passkey.name is 'What you call it.';
comment on column staff.passkey.domain is 'The host name whose pages it opens.';
comment on column staff.passkey.created_at is 'When it was added.';
comment on column staff.passkey.last_used_at is 'When it signed you in last; null: never yet.';
