--! Previous: sha1:3673c7286aad6dcb91b90fbbdff308d400e9113c
--! Hash: sha1:753d45e8bb9786db29e9c0a8965f87254628f1b6
--! Message: inputs of staff as one json

--! split: 1-current.sql
-- What these procedures of staff take is said once, in server/operations/staff: each takes one JSON. Their arguments of before
-- go with these types.
drop type if exists staff.order_line, staff.new_customer, staff.upfront_payment, staff.shipping_address,
  staff.goods_line, staff.moved_line, staff.counted_line cascade;
