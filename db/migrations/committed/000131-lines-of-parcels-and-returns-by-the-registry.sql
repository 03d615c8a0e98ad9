--! Previous: sha1:07bd8af7011277f849e38640eeee452cbbea634d
--! Hash: sha1:4e4683ff7014fe70d93fb1175c8b8dd3ffbc0ca4
--! Message: lines of parcels and returns by the registry

--! split: 1-current.sql
-- What the lines of parcels and returns are is said once, in server/operations.
drop type if exists staff.line_quantity, staff.received_line;
