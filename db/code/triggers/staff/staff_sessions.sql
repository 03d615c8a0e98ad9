create or replace trigger _400_journal after insert or update or delete on app.staff_sessions
  for each row execute function internal.tg__journal('staff_session', 'id', 'staff_id',
    'last_seen_at viewed_order_id viewed_at', 'token_hash');
create or replace trigger _500_drop_devices after update of revoked_at on app.staff_sessions
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function internal.tg_staff_sessions__drop_devices();
