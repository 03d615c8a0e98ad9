-- Row trigger: refuses (HT008) a description with HTML that could act on the page that shows it.
-- see: reference/products#create_product
--
-- The server cleans descriptions (server/gate/html.ts). This is the same rule for the table, for writes that do not
-- come through the server. Every well-formed harmless tag is taken out; the rest is text. Text may hold what looks
-- like the beginning of a tag ("waist<chest", "<M>"), as long as it does nothing on a page that shows it as HTML: no
-- comment, no tag that acts by itself, no attribute that acts, no quotes that reach into the page.
create or replace function internal.tg_products__check_description() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_harmless constant text :=
    '</?(p|br|hr|h1|h2|h3|h4|h5|h6|ul|ol|li|dl|dt|dd|b|strong|i|em|u|s|small|sub|sup|mark|code|pre|blockquote|span'
    || '|div|figure|figcaption|table|caption|thead|tbody|tfoot|tr|a|img|th|td)( /)?>'
    || '|<a( (href="(https?://|mailto:|tel:)[^"<>]*"|(title|rel)="[^"<>]*"))+>'
    || '|<img( (src="https?://[^"<>]*"|(alt|title)="[^"<>]*"|(width|height)="[0-9]+"))+( /)?>'
    || '|<(th|td)( (colspan|rowspan)="[0-9]+")+>';
  v_denied constant text :=
    'abbr|acronym|address|applet|area|article|aside|audio|base|basefont|bdi|bdo|bgsound|big|blink|body|button'
    || '|canvas|center|cite|col|colgroup|data|datalist|del|details|dfn|dialog|dir|embed|fencedframe|fieldset|font'
    || '|footer|form|frame|frameset|head|header|hgroup|html|iframe|image|input|ins|isindex|kbd|keygen|label'
    || '|legend|link|listing|main|map|marquee|math|menu|menuitem|meta|meter|multicol|nav|nextid|nobr|noembed'
    || '|noframes|noscript|object|optgroup|option|output|param|picture|plaintext|portal|progress|q|rb|rp|rt|rtc'
    || '|ruby|samp|script|search|section|select|selectedcontent|slot|source|spacer|strike|style|summary|svg'
    || '|template|textarea|time|title|track|tt|var|video|wbr|xmp|animate|animatemotion|animatetransform|circle'
    || '|clippath|ellipse|foreignobject|lineargradient|path|polygon|polyline|radialgradient|rect|tspan';
  v_longest constant integer := 100000;
  v_text text;
begin
  if length(new.description) > v_longest then
    perform internal.field_error('HT008', 'description', 'descriptionLong', jsonb_build_object('most', v_longest));
  end if;
  if new.description ~ '<[a-zA-Z!/?]' then
    v_text := substring(regexp_replace(new.description, v_harmless, '', 'g') from '<[a-zA-Z!/?].*');
    if v_text ~* ('<!--|</?(' || v_denied || ')([ \t\n\f\r/>]|$)')
      or v_text ~* '(on[a-z]{1,30}|style|class|id|name|href|src[a-z]{0,10}|background)[ \t\n\f\r]*='
      or v_text ~* '=[ \t\n\f\r]*["'']'
    then
      perform internal.field_error('HT008', 'description', 'descriptionHtml');
    end if;
  end if;
  return new;
end
$$;
