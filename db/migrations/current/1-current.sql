-- Events on the pull: the next ones of a store and type, in their order.
create index if not exists events_store_id_type_sequence_idx on app.events (store_id, type, sequence);
