-- The store of these rows is said by another key of theirs as well: the order, the variant, the endpoint that they belong
-- to has its store by a key of its own, and the key to it holds the store. So the key to the store is stated here for
-- readers and tools, and not looked up again for each row of the tables that are written most.
alter table app.order_items alter constraint order_items_company_id_store_id_fkey not enforced;
alter table app.order_timeline alter constraint order_timeline_company_id_store_id_fkey not enforced;
alter table app.stock_movements alter constraint stock_movements_company_id_store_id_fkey not enforced;
alter table app.webhook_deliveries alter constraint webhook_deliveries_company_id_store_id_fkey not enforced;
