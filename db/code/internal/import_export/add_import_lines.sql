-- Adds lines to an import that still receives them.
-- Takes: its job, of who acts here, and [{line (of the file), input}].
-- Raises: HT100 (no such job receives lines), HT008 (body: too many lines).
create or replace function internal.add_import_lines(job_id uuid, lines jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  -- Locks the job, so that lines and their numbers stay in step.
  perform internal.add_job_lines(add_import_lines.job_id, lines);
  update app.imports i
    set file_lines = i.file_lines || array(
      select (w.line ->> 'line')::integer from jsonb_array_elements(lines) with ordinality as w (line, n)
      order by w.n),
      waiting_skus = i.waiting_skus + d.waiting,
      made_skus = i.made_skus + d.made
    from (
      select count(*) filter (where s.sku ->> 'becomes' is null) as waiting,
        count(*) filter (where s.sku ->> 'becomes' is not null) as made
      from jsonb_array_elements(lines) as w (line)
      cross join lateral jsonb_array_elements(coalesce(w.line -> 'input' -> 'doubtful_skus', '[]')) as s (sku)
    ) d
    where i.job_id = add_import_lines.job_id;
end
$$;
grant execute on function internal.add_import_lines(uuid, jsonb) to haat_staff;
