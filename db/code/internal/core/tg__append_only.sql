-- Statement trigger: refuses UPDATE, DELETE and TRUNCATE with 23001.
--
-- History is never rewritten: not by the owner, not by a function, not by a superuser who forgets himself.
create or replace function internal.tg__append_only() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception '% is append only: a correction is a new row', tg_table_name using errcode = 'restrict_violation';
end
$$;
