--! Previous: sha1:7d06991ef0b0697821941b84ade0fb69e13d5bdd
--! Hash: sha1:2674d3ed4d488fd22677324eae5e1c0c1d6d7b9b
--! Message: store of a line of a payout sheet

--! split: 1-current.sql
-- The store that a line of a payout sheet is about.
do $$ begin
  alter type staff.payout_match add attribute store_id uuid;
exception when duplicate_column then null;
end $$;
comment on column staff.payout_match.store_id is 'The store of the parcel; null where none or several are meant.';
