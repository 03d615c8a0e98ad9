--! Previous: sha1:14ab247560f38d95f5a094c6f52a2a1b116161b5
--! Hash: sha1:e7e86c78bf5af2ea5a9004921ab87426dba12048
--! Message: Tags of products and their texts for search engines

--! split: 1-current.sql
-- Tags of products, and their texts for search engines.
alter table app.products add column if not exists tags text[] not null default '{}';
alter table app.products add column if not exists seo_title text;
alter table app.products add column if not exists seo_description text;
alter table app.products drop constraint if exists products_tags_check;
alter table app.products add constraint products_tags_check check (cardinality(tags) <= 250
  and array_position(tags, null) is null and array_position(tags, '') is null);
alter table app.products drop constraint if exists products_seo_title_check;
alter table app.products add constraint products_seo_title_check check (length(seo_title) <= 200);
alter table app.products drop constraint if exists products_seo_description_check;
alter table app.products add constraint products_seo_description_check check (length(seo_description) <= 500);

-- An index names this function, so it is declared here (000101). No row has tags yet, so none is asked.
do $$ begin
  if to_regprocedure('internal.tag_keys(uuid, text[])') is null then
    create function internal.tag_keys(store_id uuid, tags text[]) returns text[]
    language plpgsql immutable parallel safe
    as 'begin raise exception ''internal.tag_keys is declared only: db/code is not applied yet''; end';
  end if;
end $$;
create index if not exists products_tags_idx on app.products using gin (internal.tag_keys(store_id, tags))
  where tags <> '{}';
