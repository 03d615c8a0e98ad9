--! Previous: sha1:52aa75b536fdc3fbc38fdb3175997d9aaa3e6191
--! Hash: sha1:dd7668fa84a0043944e2aeabe44ec087a0e018c8
--! Message: figures of calls for staff

--! split: 1-current.sql
-- Calls to customers by who recorded them, as staff see them in the reports.
drop function if exists staff.stores_call_figures(app.stores, date, date);
drop type if exists staff.call_figures;
create type staff.call_figures as (
  actor_type text,
  actor_id uuid,
  name text,
  calls integer,
  orders integer,
  confirmed_orders integer,
  confirmed_share numeric(5, 4),
  calls_per_confirmation numeric,
  confirmed integer,
  no_answer integer,
  switched_off integer,
  wrong_number integer,
  will_call_back integer,
  refused integer,
  asked_to_change integer
);
