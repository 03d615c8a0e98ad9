-- Gives the note of an order that another was merged into: its own, and that of the other behind it when both together
-- are not too long for a note; the order that goes keeps its own.
create or replace function internal.merged_note(own text, other text) returns text
language sql immutable
set search_path = ''
return case
  when other is null or own = other then own
  when own is null then other
  when length(own) + length(other) < 2000 then concat(own, E'\n', other)
  else own end;
