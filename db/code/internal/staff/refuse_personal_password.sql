-- Refuses a password that is little more than what colleagues know of its owner: email, name, name of the company.
-- Takes: the password, whose it is to be, and the field it came from.
-- Raises: HT008.
--
-- What is known is taken out of the password, in any case and whatever stands between; fewer than 6 letters and digits
-- that are left are soon guessed. Words of fewer than 3 characters are in many passwords by chance.
create or replace function internal.refuse_personal_password(password text, staff_id uuid, field text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_left text := regexp_replace(lower(password), '[^[:alnum:]]', '', 'g');
  v_known record;
  v_problems text[] := '{}';
begin
  for v_known in
    select k.problem, w.word
    from app.staff t
    join app.companies c on c.id = t.company_id
    cross join lateral (
      values
        ('passwordOwn.email', t.email),
        ('passwordOwn.name', t.full_name),
        ('passwordOwn.company', c.name)
    ) as k (problem, text)
    cross join lateral (
      select distinct regexp_replace(lower(p.part), '[^[:alnum:]]', '', 'g') as word
      from regexp_split_to_table(k.text || ' ' || replace(k.text, ' ', ''), '[\s@.+_-]+') as p (part)
    ) w
    where t.id = refuse_personal_password.staff_id and length(w.word) >= 3
    order by length(w.word) desc, k.problem
  loop
    if position(v_known.word in v_left) > 0 then
      v_left := replace(v_left, v_known.word, '');
      v_problems := v_problems || v_known.problem;
    end if;
  end loop;
  if cardinality(v_problems) > 0 and length(v_left) < 6 then
    perform internal.field_error('HT008', field, v_problems[1]);
  end if;
end
$$;
