-- When a record of the catalog was last changed.
-- Takes: product, category, brand or attribute, and its id.
create or replace function internal.catalog_updated_at(object_type text, id uuid) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
declare
  v_id constant uuid := catalog_updated_at.id;
begin
  case object_type
    when 'product' then return (select t.updated_at from app.products t where t.id = v_id);
    when 'attribute' then return (select t.updated_at from app.attributes t where t.id = v_id);
    when 'brand' then return (select t.updated_at from app.brands t where t.id = v_id);
    when 'category' then return (select t.updated_at from app.categories t where t.id = v_id);
  end case;
end
$$;
