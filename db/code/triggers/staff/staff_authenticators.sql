create or replace trigger _400_journal after insert or update or delete on app.staff_authenticators
  for each row execute function internal.tg__journal('staff_authenticator', 'id', 'staff_id',
    'last_step', 'sealed_seed seed_hash recovery_code_hashes');
