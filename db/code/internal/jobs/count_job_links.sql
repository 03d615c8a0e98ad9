--! owner: haat_gatekeeper
-- Counts the image links of a job's line to its company's UTC day, as those of a call are counted.
-- Takes: the locked job and the number of links.
-- Gives: what internal.count_links gives.
-- see: guides/images#rules
create or replace function internal.count_job_links(job app.jobs, links integer) returns jsonb
language sql volatile security definer
set search_path = ''
begin atomic
  select internal.count_links((job).company_id, links)::jsonb;
end;
grant execute on function internal.count_job_links(app.jobs, integer) to haat_api;
