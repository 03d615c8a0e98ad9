--! Previous: sha1:ef1b596f33d4774a9a076ae524049b0ed6ce04d5
--! Hash: sha1:bb31788f0683ef63f541ffcd8074ccaf65ed7d95
--! Message: Archived movements

--! split: 1-current.sql
-- Enter migration here
-- Movements leave for archives, too: what holds goods for an order and lets them go. Their seals go by levels; so that
-- they leave as all history does, those of old months are sealed once more in the order of ids.
alter table internal.history_seals drop constraint if exists history_seals_log_check;
alter table internal.history_seals add constraint history_seals_log_check
  check (log in ('order_timeline', 'activity_log', 'events', 'changes', 'stock_movements'));
-- Which movements of a sealed segment have left.
create table if not exists internal.archived_movements (
  variant_id uuid not null,
  location_id uuid not null,
  first_sequence bigint not null,
  positions bit varying not null check (bit_count(positions) > 0),
  reserved_change integer not null,
  primary key (variant_id, location_id, first_sequence)
);
