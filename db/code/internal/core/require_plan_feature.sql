-- Refuses the call (HT010) when the company's plan lacks a feature (advanced_reports, product_videos).
-- see: guides/limits#the-plan
create or replace function internal.require_plan_feature(feature text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_has boolean;
begin
  select case feature
      when 'advanced_reports' then p.advanced_reports
      when 'product_videos' then p.product_videos
    end into v_has
    from app.companies c join app.plans p on p.id = c.plan_id
    where c.id = internal.current_company_id();
  if v_has is not true then
    perform internal.fail('HT010', 'planFeature', jsonb_build_object('feature', replace(feature, '_', ' ')));
  end if;
end
$$;
grant execute on function internal.require_plan_feature(text) to haat_api, haat_staff;
