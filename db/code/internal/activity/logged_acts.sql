-- Gives the acts that app.activity_log is written for: those that change no record, and so stand nowhere else. What
-- changes a record is told from the journal, a timeline or a note (internal.readable_activity_log).
--
-- Adjustments of stock are here still: a movement does not name the level that it is told of, and joined to its level
-- it makes the first page of the activity fifty times dearer. So is where goods lie: levels have no journal. Work that
-- was asked for and goes after days, such as a job or a delivery, is no record. An erasure is there with the hash of
-- the rows that it changed, by which the audit knows them (ledger.check_erasures).
-- test/unit/told_refusals.test.ts holds every caller of internal.log_activity to this list, and it to its callers.
create or replace function internal.logged_acts() returns text[]
language sql immutable
return array[
  'customer.erased', 'export.cancelled', 'inventory.adjusted',
  'inventory.shelved', 'job.cancelled',
  'staff.notices_off', 'staff.notices_on', 'staff.passkey_added', 'staff.passkey_removed', 'staff.password_changed',
  'staff.password_reset', 'staff.recovery_codes_renewed', 'staff.session_ended', 'staff.sessions_revoked',
  'staff.signed_in', 'staff.signed_out', 'staff.signed_out_everywhere', 'staff.slowed', 'staff.two_factor_begun',
  'staff.two_factor_removed', 'staff.two_factor_reset', 'staff.two_factor_set_up', 'store.reset',
  'store.time_passed', 'webhook.redelivered', 'webhook_endpoint.pinged', 'webhook_endpoint.recovered'
];
