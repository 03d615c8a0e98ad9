--! Previous: sha1:5d6636fea0315ab3c16d7d8ede019d0cf46f2398
--! Hash: sha1:54561e449e36e65b30324b3c83bd2db2a54145f6
--! Message: texts of orders with their words

--! split: 1-current.sql
-- What staff.orders_texts gives.
do $$ begin
  create type staff.order_text as (words jsonb, text text);
exception when duplicate_object then null;
end $$;
comment on type staff.order_text is 'A text that is written on an order, and what it is called.';
comment on column staff.order_text.words is 'What it is called, by language: en, bn.';
comment on column staff.order_text.text is 'The text.';
