--! Previous: sha1:b4ae0cc6922ba2165ed2aa7cb765168a81fa70ee
--! Hash: sha1:7cc61554f5fbc27f69a96de1237c75472744f45a
--! Message: the order that a session shows

--! split: 1-current.sql
alter table app.staff_sessions add column if not exists viewed_order_id uuid;
alter table app.staff_sessions add column if not exists viewed_at timestamptz;
create index if not exists staff_sessions_viewed_order_id_idx on app.staff_sessions (company_id, viewed_order_id)
  where viewed_order_id is not null;
