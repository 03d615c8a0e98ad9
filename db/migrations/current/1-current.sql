-- What counts as several calls is all or nothing by itself.
drop function if exists gate.admit(bytea, text[], text, integer, boolean, text), gate.admit_only(bytea, text[], text, integer, boolean, text);

--!include gate/admit.sql
--!include gate/admit_only.sql
