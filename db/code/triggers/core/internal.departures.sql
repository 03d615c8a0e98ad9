create or replace trigger _900_append_only before update or delete or truncate on internal.departures
  for each statement execute function internal.tg__append_only();
