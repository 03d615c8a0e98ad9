create or replace trigger _900_append_only before update or delete or truncate on internal.history_seals
  for each statement execute function internal.tg__append_only();
