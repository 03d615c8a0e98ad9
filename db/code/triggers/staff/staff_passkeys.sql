create or replace trigger _400_journal after insert or update or delete on app.staff_passkeys
  for each row execute function internal.tg__journal('staff_passkey', 'id', 'staff_id',
    'sign_count last_used_at', 'credential_id public_key');
