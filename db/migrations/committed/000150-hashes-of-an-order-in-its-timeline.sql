--! Previous: sha1:67e98193b2232c86e622633cc45e1e5c16b2e7dc
--! Hash: sha1:14ab247560f38d95f5a094c6f52a2a1b116161b5
--! Message: Hashes of an order in its timeline

--! split: 1-current.sql
-- Enter migration here
-- An order that was never edited is known by the hashes of it and of its lines, in the entry of its timeline that
-- tells that it was made; and one that was, by those in the entry of its newest edit.
alter table app.order_timeline add column if not exists prints bytea
  check (length(prints) % 8 = 0 and length(prints) > 8);
