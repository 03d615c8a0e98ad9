-- The tables whose rows stay when a company leaves for another database, and why (internal.carried_tables).
create or replace view internal.uncarried_tables as
select t.table_name, t.reason
from (values
  ('app.order_statuses', 'comes with the release, which is the same in both'),
  ('app.order_transitions', 'comes with the release, which is the same in both'),
  ('app.plans', 'the operator''s: the company takes the plan of the same code, which must say the same'),
  ('app.staff_push_devices', 'browsers of the installation: each is turned on again by its next sign-in'),
  ('app.push_keys', 'of the installation: what its browsers trust'),
  ('app.push_notices', 'of the devices'),
  ('app.report_cache', 'answers that are good for five minutes'),
  ('gate.image_calls', 'calls that are running'),
  ('gate.rate_windows', 'calls of one minute: the windows begin anew'),
  ('internal.applied_code', 'of the installation: what code it runs'),
  ('internal.archives', 'files with rows of all companies, which stay where they are'),
  ('internal.audit_runs', 'of the installation: its audits'),
  ('internal.company_moves', 'of the installation: which companies have left it'),
  ('internal.context_secret', 'of the installation: its secret'),
  ('internal.departures', 'of the installation: what has left its seals'),
  ('internal.deployment', 'of the installation: its addresses'),
  ('internal.history_horizon', 'of the installation: its timer of seals'),
  ('internal.history_seals', 'a chain over all companies; what comes in is sealed there (internal.seal_arrival)'),
  ('internal.journal_shapes', 'comes with the release, which is the same in both'),
  ('internal.passkey_challenges', 'questions to browsers that are open for five minutes'),
  ('internal.released_schema', 'comes with the release, which is the same in both'),
  ('internal.sign_in_waits', 'of the installation: addresses and devices, which are slowed for all companies'),
  ('internal.timer_runs', 'of the installation: its timers'),
  ('internal.verified_seals', 'what audits have verified: those of the other installation begin anew'),
  ('internal.workers', 'of the installation: its processes')
) as t (table_name, reason);
comment on column internal.uncarried_tables.table_name is 'The table.';
comment on column internal.uncarried_tables.reason is 'Why its rows stay.';
