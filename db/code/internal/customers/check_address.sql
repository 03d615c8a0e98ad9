-- Refuses (HT008) the texts of an address that are empty or too long.
create or replace function internal.check_address(address_line text, label text, recipient_name text,
  recipient_phone text, city text, area text, postal_code text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_too_long text;
begin
  if coalesce(length(btrim(address_line)) not between 1 and 1000, true) then
    perform internal.field_error('HT008', 'address_line', 'tooLong.from1', '{"most": 1000}');
  end if;
  select f.name into v_too_long
    from (values
      ('label', label, 100),
      ('recipient_name', recipient_name, 200),
      ('recipient_phone', recipient_phone, 50),
      ('city', city, 200),
      ('area', area, 200),
      ('postal_code', postal_code, 20)) as f (name, content, longest)
    where length(f.content) > f.longest
    limit 1;
  if v_too_long is not null then
    perform internal.field_error('HT008', v_too_long, 'tooLong');
  end if;
end
$$;
