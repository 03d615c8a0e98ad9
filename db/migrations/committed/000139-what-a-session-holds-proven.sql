--! Previous: sha1:dd7668fa84a0043944e2aeabe44ec087a0e018c8
--! Hash: sha1:4ddab339dd56472b129df7842f7840e25299e69f
--! Message: What a session holds proven

--! split: 1-current.sql
-- Through it a session keeps the number of the settings that it holds proven (internal.hold_context). Unlogged, since
-- only what the session itself has drawn counts.
create unlogged sequence if not exists internal.context_holds as bigint;
