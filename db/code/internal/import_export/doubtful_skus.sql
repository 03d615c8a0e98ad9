-- Gives the first variants of an import whose SKU stood above in its file, and what became of each.
-- Takes: the job.
-- Gives: them as the lines had them (server/import-export/line.ts), at most 200.
create or replace function internal.doubtful_skus(job_id uuid) returns json
language sql stable
set search_path = ''
begin atomic
  select coalesce(json_agg(s.sku order by s.line, s.n), '[]')
  from (
    select w.sku, l.line, w.n
    from app.job_lines l
    cross join lateral json_array_elements(case
      when json_typeof(l.result::json -> 'doubtful_skus') = 'array' then l.result::json -> 'doubtful_skus'
      else '[]' end) with ordinality as w (sku, n)
    where l.job_id = doubtful_skus.job_id
    order by l.line, w.n limit 200
  ) s;
end;
