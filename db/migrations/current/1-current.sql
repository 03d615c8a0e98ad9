-- Search looks along the newest products first.
drop function if exists internal.page_ids(text, jsonb, text, boolean);
--!include internal/page_ids.sql
--!include internal/search_products.sql
