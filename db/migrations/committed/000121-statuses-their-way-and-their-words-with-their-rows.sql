--! Previous: sha1:de08d7fc0a43a5d1d3f33652c153371bd09dace7
--! Hash: sha1:3673c7286aad6dcb91b90fbbdff308d400e9113c
--! Message: Statuses: their way and their words with their rows

--! split: 1-current.sql
-- All that the pages of staff know of a status comes with its row: where it stands on the way of an order, and its words in
-- both languages. Positions have room between them, and are compared at the end of a statement.

alter table app.order_statuses add column if not exists words jsonb;
alter table app.order_statuses drop constraint if exists order_statuses_position_key;
alter table app.order_statuses add constraint order_statuses_position_key unique (position) deferrable;
alter table app.order_statuses no force row level security;
update app.order_statuses s
  set position = w.position,
    words = jsonb_build_object(
      'en', jsonb_build_object('name', w.name_en, 'transition', w.transition_en, 'effect', w.effect_en),
      'bn', jsonb_build_object('name', w.name_bn, 'transition', w.transition_bn, 'effect', w.effect_bn))
  from (values
    ('pending', 10,
      'New', 'Back to new', 'It waits to be confirmed again.',
      'নতুন', 'আবার নতুন করুন', 'আবার নিশ্চিত করতে হবে।'),
    ('follow_up', 20,
      'Call back', 'Call back later', 'It waits for the call; you are reminded.',
      'আবার কল', 'পরে কল করুন', 'কলের অপেক্ষায় থাকবে; মনে করিয়ে দেওয়া হবে।'),
    ('hold', 30,
      'On hold', 'Put on hold', 'It waits; the stock stays reserved.',
      'স্থগিত', 'স্থগিত রাখুন', 'অপেক্ষায় থাকবে; স্টক ধরা থাকবে।'),
    ('confirmed', 40,
      'Confirmed', 'Confirm', 'It goes to packing; the stock stays reserved.',
      'নিশ্চিত', 'নিশ্চিত করুন', 'প্যাকিংয়ে যাবে; স্টক ধরা থাকবে।'),
    ('processing', 50,
      'Being packed', 'Start packing', 'Others see that it is being packed.',
      'প্যাক হচ্ছে', 'প্যাকিং শুরু করুন', 'অন্যরা দেখবেন যে প্যাক হচ্ছে।'),
    ('ready_to_ship', 60,
      'Ready to ship', 'Packed', 'It waits for the courier.',
      'পাঠানোর জন্য তৈরি', 'প্যাক হয়েছে', 'কুরিয়ারের অপেক্ষায় থাকবে।'),
    ('in_transit', 70,
      'On the way', 'Sent', 'It is on its way to the customer.',
      'পথে আছে', 'পাঠানো হয়েছে', 'ক্রেতার কাছে যাচ্ছে।'),
    ('failed_delivery', 80,
      'Delivery failed', 'Not delivered', 'The courier could not deliver; it may try again.',
      'ডেলিভারি হয়নি', 'ডেলিভারি হয়নি', 'কুরিয়ার দিতে পারেনি; আবার চেষ্টা করতে পারে।'),
    ('delivered', 90,
      'Delivered', 'Delivered', 'The customer has the goods; they are sold.',
      'ডেলিভার হয়েছে', 'ডেলিভার হয়েছে', 'ক্রেতা পণ্য পেয়েছেন; বিক্রি হয়েছে।'),
    ('returned', 100,
      'Returned', 'Returned', 'The goods come back.',
      'ফেরত', 'ফেরত আসছে', 'পণ্য ফেরত আসছে।'),
    ('cancelled', 110,
      'Cancelled', 'Cancel the order', 'The stock is free again; the coupon may be used again.',
      'বাতিল', 'অর্ডার বাতিল করুন', 'ধরে রাখা স্টক আবার বিক্রি করা যাবে; কুপনও আবার ব্যবহার করা যাবে।'),
    ('spam', 120,
      'Fake', 'It is fake', 'The stock is free again; it counts in no report.',
      'ভুয়া', 'অর্ডারটি ভুয়া', 'ধরে রাখা স্টক আবার বিক্রি করা যাবে; কোনো রিপোর্টে গোনা হবে না।')
  ) as w (status, position, name_en, transition_en, effect_en, name_bn, transition_bn, effect_bn)
  where s.status = w.status and s.words is null;
alter table app.order_statuses force row level security;
alter table app.order_statuses alter column words set not null;
alter table app.order_statuses drop constraint if exists order_statuses_has_its_words;
alter table app.order_statuses add constraint order_statuses_has_its_words check (
  num_nonnulls(words #>> '{en,name}', words #>> '{en,transition}', words #>> '{en,effect}',
    words #>> '{bn,name}', words #>> '{bn,transition}', words #>> '{bn,effect}') = 6);

do $$
begin
  if to_regtype('staff.move_direction') is null then
    create domain staff.move_direction as text check (value in ('forward', 'back', 'aside', 'end', 'correction'));
  end if;
  if not exists (select from pg_attribute a where a.attrelid = 'staff.possible_move'::regclass
    and a.attname = 'direction' and not a.attisdropped)
  then
    alter type staff.possible_move add attribute direction staff.move_direction;
  end if;
end
$$;
comment on domain staff.move_direction is 'Where a move leads.';
comment on column staff.possible_move.direction is
  'forward: on the way of the order. back: to a status before. aside: the order waits. end: its goods are free again. correction: puts right what was stated by mistake, or writes off what will never come.';
