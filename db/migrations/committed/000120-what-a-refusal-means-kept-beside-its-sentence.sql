--! Previous: sha1:67a97061e35d76bd441c5e1402963b22b65ea2ba
--! Hash: sha1:de08d7fc0a43a5d1d3f33652c153371bd09dace7
--! Message: what a refusal means, kept beside its sentence

--! split: 1-current.sql
-- What a refusal means is kept beside its English sentence, for pages that tell it in words of their own.
alter table app.job_lines add column if not exists meaning jsonb;
alter table app.image_links add column if not exists meaning jsonb;
do $$
declare
  v_column record;
begin
  for v_column in
    select * from (values ('staff.possible_move', 'meaning'), ('staff.refused_line', 'meaning'),
      ('staff.order_quote', 'coupon_meaning')) as c (type, name)
  loop
    if not exists (select from pg_attribute a
      where a.attrelid = v_column.type::regclass and a.attname = v_column.name and not a.attisdropped)
    then
      execute format('alter type %s add attribute %I jsonb', v_column.type, v_column.name);
    end if;
  end loop;
end
$$;
comment on column staff.possible_move.meaning is
  'What reason means, for your own words: {reason, values, field?}; null when allowed.';
comment on column staff.refused_line.meaning is
  'What message means, for your own words: {reason, values, field?}; null when that is not known.';
comment on column staff.order_quote.coupon_meaning is
  'What coupon_problem means, for your own words: {reason, values}; null without a problem.';
