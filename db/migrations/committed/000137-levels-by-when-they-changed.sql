--! Previous: sha1:9908b222a1bd6ce185709126cdd4bf333811889f
--! Hash: sha1:52aa75b536fdc3fbc38fdb3175997d9aaa3e6191
--! Message: Levels by when they changed

--! split: 1-current.sql
-- Levels by when they changed. What moved stock stands in the movements, by time; a changed threshold moves none, so
-- its time stands at the level, in an index of its own: an index with updated_at would end the HOT updates of stock.
-- Levels of before count as changed now, without being rewritten.
alter table app.inventory_levels add column if not exists threshold_changed_at timestamptz default now();
alter table app.inventory_levels alter column threshold_changed_at drop default;
create index if not exists inventory_levels_threshold_changed_at_idx on app.inventory_levels
  (store_id, threshold_changed_at desc);
