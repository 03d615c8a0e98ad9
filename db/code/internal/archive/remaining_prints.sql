-- Takes: the prints of a seal's rows (internal.history_seals.row_prints), and which of the rows are archived, a bit a
-- row; null: none.
-- Gives: the prints of those that are in the database.
create or replace function internal.remaining_prints(row_prints bytea, positions bit varying) returns bytea
language sql immutable
begin atomic
  select case
    when positions is null then row_prints
    else (
      select coalesce(string_agg(substr(row_prints, 8 * n + 1, 8), ''::bytea order by n), '')
      from generate_series(0, length(positions) - 1) n
      where get_bit(positions, n) = 0)
  end;
end;
grant execute on function internal.remaining_prints(bytea, bit varying) to haat_gatekeeper, haat_dba;
