--! Previous: -
--! Hash: sha1:16c19ae742f6aac001c1bb2451918d400eacfe4e
--! Message: Schemas

-- Schemas, and who may enter them. Tables live in app; only their owner may write to them, so each change goes
-- through a function. Functions, triggers, policies, views, and the grants and comments of tables are code: db/code.
create schema if not exists extensions;
create extension if not exists pg_trgm schema extensions;
create extension if not exists pgcrypto schema extensions;

create schema app;
comment on schema app is 'The tables: the truth. Read inside the tenant fence; written by functions only.';
create schema internal;
comment on schema internal is
  'Helpers shared by the operations: the fence''s settings, the clock, documents, stock and money rules.';
create schema gate;
comment on schema gate is 'The only door of REST and tools: admission, idempotency, dispatch.';
create schema api;
comment on schema api is 'One function an operation: jsonb in, the finished JSON document out.';
create schema staff;
comment on schema staff is 'Functions and views that the staff GraphQL shows.';
create schema ledger;
comment on schema ledger is 'Views and checks for people in psql: stock, money and their proofs.';
create schema numbers;
comment on schema numbers is
  'One sequence a store for order numbers: rising, gaps allowed, no row that every order must lock.';

grant usage on schema extensions to public;
grant usage on schema app to haat_api, haat_gatekeeper, haat_staff, haat_dba, haat_worker;
grant usage on schema internal to haat_api, haat_gatekeeper, haat_gateway, haat_staff, haat_staff_gateway,
  haat_worker, haat_dba;
grant usage on schema gate to haat_api, haat_gateway, haat_gatekeeper, haat_staff;
grant usage on schema api to haat_api;
grant usage on schema staff to haat_staff, haat_anonymous, haat_staff_gateway;
grant usage on schema ledger to haat_dba, haat_worker;

-- Only its owner may run a new function, until its own file grants it.
alter default privileges revoke execute on functions from public;
set local role haat_gatekeeper;
alter default privileges revoke execute on functions from public;
set local role haat_api;
alter default privileges revoke execute on functions from public;
set local role haat_owner;

-- Indexes and defaults below name these functions, so they are declared here. What they do stands in db/code/internal,
-- which is applied after the migrations; until then they refuse.
create function internal.fold(words text) returns text
language plpgsql immutable parallel safe
as $$ begin raise exception 'internal.fold is declared only: db/code is not applied yet'; end $$;
create function internal.now() returns timestamptz
language plpgsql stable parallel safe
as $$ begin raise exception 'internal.now is declared only: db/code is not applied yet'; end $$;
create function internal.short_grams(words text) returns text[]
language plpgsql immutable parallel safe
as $$ begin raise exception 'internal.short_grams is declared only: db/code is not applied yet'; end $$;
create function internal.lifespan_class(lifespan interval) returns integer
language plpgsql immutable parallel safe
as $$ begin raise exception 'internal.lifespan_class is declared only: db/code is not applied yet'; end $$;
