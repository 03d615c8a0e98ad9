-- Statement trigger: refuses UPDATE, DELETE and TRUNCATE (23001) on tables that keep history.
--
-- History is never rewritten: not by the owner, not by a function, not by a superuser by mistake.
create or replace function internal.tg__append_only() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception '% is append only: a correction is a new row', tg_table_name using errcode = 'restrict_violation';
end
$$;
