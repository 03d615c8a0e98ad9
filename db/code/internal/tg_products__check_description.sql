-- The doorman cleans descriptions (server/html.ts); this is the same rule as a fact of the table, for whoever does not
-- come through that door. What is left after taking out every well-formed harmless tag must hold no beginning of a tag.
create or replace function internal.tg_products__check_description() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_harmless constant text :=
    '</?(p|br|hr|h1|h2|h3|h4|h5|h6|ul|ol|li|dl|dt|dd|b|strong|i|em|u|s|small|sub|sup|mark|code|pre|blockquote|span|div|figure|figcaption|table|caption|thead|tbody|tfoot|tr|a|img|th|td)( /)?>'
    || '|<a( (href="(https?://|mailto:|tel:)[^"<>]*"|(title|rel)="[^"<>]*"))+>'
    || '|<img( (src="https?://[^"<>]*"|(alt|title)="[^"<>]*"|(width|height)="[0-9]+"))+( /)?>'
    || '|<(th|td)( (colspan|rowspan)="[0-9]+")+>';
begin
  if length(new.description) > 100000 then
    perform internal.field_error('HT008', 'description', 'is longer than 100000 characters once it is cleaned');
  end if;
  if new.description ~ '<[a-zA-Z!/?]' and regexp_replace(new.description, v_harmless, '', 'g') ~ '<[a-zA-Z!/?]' then
    perform internal.field_error('HT008', 'description', 'holds markup that is not allowed');
  end if;
  return new;
end
$$;
comment on function internal.tg_products__check_description() is 'Row trigger: refuses (HT008) a description with any tag or attribute that a clean one cannot hold. spec: Product, description';
