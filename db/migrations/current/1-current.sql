-- Enter migration here

-- What the company's plan allows, and what is used of it.
do $$
begin
  if to_regtype('staff.plan_use') is null then
    create type staff.plan_use as (
      plan_name text, api_access boolean, advanced_reports boolean, product_videos boolean,
      reads_per_minute integer, writes_per_minute integer, orders_this_month integer, orders_per_month integer,
      products integer, max_products integer, video_bytes bigint, video_storage_bytes bigint,
      videos_per_product integer);
  end if;
end
$$;
comment on type staff.plan_use is 'What the plan of the company allows, and what is used of it.';
comment on column staff.plan_use.plan_name is 'The name of the plan.';
comment on column staff.plan_use.api_access is 'Whether API keys work at all.';
comment on column staff.plan_use.advanced_reports is 'Whether reports have comparisons and top products.';
comment on column staff.plan_use.product_videos is 'Whether products may show videos.';
comment on column staff.plan_use.reads_per_minute is 'Reads that an API key may make in a minute.';
comment on column staff.plan_use.writes_per_minute is 'Writes that an API key may make in a minute.';
comment on column staff.plan_use.orders_this_month is
  'Orders since the month began on the calendar of the first store; 100000 means 100000 or more.';
comment on column staff.plan_use.orders_per_month is 'Orders that the company may take in a month; null without limit.';
comment on column staff.plan_use.products is 'Products that are not archived.';
comment on column staff.plan_use.max_products is 'Products that the company may have; null without limit.';
comment on column staff.plan_use.video_bytes is 'Bytes of video that are used or reserved.';
comment on column staff.plan_use.video_storage_bytes is 'Bytes of video that the company may keep.';
comment on column staff.plan_use.videos_per_product is 'Videos that a product may show.';
