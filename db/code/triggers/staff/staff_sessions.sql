create or replace trigger _400_journal after insert or update or delete on app.staff_sessions
  for each row execute function internal.tg__journal('staff_session', 'id', 'staff_id',
    'last_seen_at viewed_order_id viewed_at', 'token_hash');
