-- Shows the latest imports of a store, newest first, with their progress and how many of their variants have a SKU
-- that stood above in the file; of one that is named also what came of it:
-- the first lines that were refused, by line of the file, the pictures of its products that could not be had, and the
-- variants whose SKU stood above in the file. With them, the pictures of the store that wait.
-- Takes: the store, and a job (null: the last ten).
-- Raises: HT100 (store_id).
create or replace function internal.import_documents(store_id uuid, job_id uuid default null) returns json
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform internal.require_store(import_documents.store_id);
  return json_build_object(
    'images', (
      select json_build_object(
        'waiting', count(*) filter (where l.status = 'waiting'),
        'refused', count(*) filter (where l.status = 'refused'))
      from app.image_links l
      where l.store_id = import_documents.store_id and l.status in ('waiting', 'refused')),
    'imports', (
      select coalesce(json_agg(json_build_object('job', d.document, 'kind', i.kind, 'source', i.source,
          'file_name', i.file_name, 'waiting_skus', i.waiting_skus, 'made_skus', i.made_skus,
          'refused', case when import_documents.job_id is not null then (
            select coalesce(json_agg(json_build_object('line', i.file_lines[l.line], 'message', l.message,
              'meaning', l.meaning, 'fields', l.fields) order by l.line), '[]')
            from (
              select x.line, x.message, x.meaning, x.fields from app.job_lines x
              where x.job_id = i.job_id and x.sqlstate is not null and x.ended_at is not null
              order by x.line limit 200
            ) l) end,
          'pictures', case when import_documents.job_id is not null then (
            select coalesce(json_agg(json_build_object('line', i.file_lines[p.line], 'message',
              p.problem, 'meaning', p.meaning, 'source_url', p.source_url) order by p.line, p.position), '[]')
            from (
              select x.line, k.position, k.source_url, k.problem, k.meaning
              from app.image_links k
              join app.job_lines x on x.job_id = i.job_id and (x.result::json ->> 'id')::uuid = k.product_id
              where k.store_id = i.store_id and k.status = 'refused' and i.kind = 'products'
              order by x.line, k.position limit 200
            ) p) end,
          'skus', case when import_documents.job_id is not null then internal.doubtful_skus(i.job_id) end)
        order by i.job_id desc), '[]')
      from (
        select t.* from app.imports t
        join app.jobs j on j.id = t.job_id and j.status <> 'receiving'
        where t.store_id = import_documents.store_id
          and t.job_id = coalesce(import_documents.job_id, t.job_id)
        order by t.job_id desc limit 10
      ) i
      cross join internal.job_documents(array[i.job_id]) d));
end
$$;
grant execute on function internal.import_documents(uuid, uuid) to haat_staff;
