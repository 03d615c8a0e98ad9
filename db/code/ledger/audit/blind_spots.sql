-- What no check of this schema can see, and where to look instead.
create or replace view ledger.blind_spots with (security_invoker = true) as
select b.what, b.instead
from (values
  (1, 'What a superuser changes together with its proof: rows, seals and records of archives with their heads, '
    'internal.released_schema, the checks.',
    'Note the newest hashes of seals and internal.history_seals elsewhere; npm run migrate makes the code anew.'),
  (2, 'Rows written or added since the newest seal so that everything still adds up.',
    'The seals of stock are made each hour, those of timelines, journal and events each 15 minutes.'),
  (3, 'What was changed by hand in records before their journal began: the release that brought it, or renamed or '
    'removed a column; of a column that a release adds, the next change of the record. Audit before such an upgrade. '
    'Orders that were made before their timeline had hashes (order_timeline.prints), and their lines: the first edit.',
    'The timelines, the activity log and the events say who changed it.'),
  (4, 'Events that are older than 30 days: the clean-up removes them.',
    'Receivers of webhooks have theirs, and files those that were archived (ledger.archives).'),
  (5, 'Goods and cash that were not recorded.',
    'Count the shelf (staff.recount), and ask the couriers (ledger.courier_cash).'),
  (6, 'The files of pictures, videos and archives.',
    'The storage has checksums of its own; npm run haat -- archive verify reads archives.'),
  (7, 'What was changed in rows of an erased customer in the moment of the erasure.',
    'Who erased, and when, is in ledger.erasures; compare with a backup from before.'),
  (8, 'Columns that no check compares, each with its reason: select * from ledger.unseen_columns. Of records that '
    'count it is mostly when they were last written.',
    'They are work that is under way, counters, and copies that are made again.'),
  (9, 'The server''s settings, what an extension made, and who was let into the database or haat_dba by name.',
    '\du, \l, pg_hba.conf and the provider''s log.'),
  (10, 'In one night of npm run audit -- --incremental: damage of old rows of other shares, and what a superuser, or '
    'the login of workers by internal.record_audit, changes in what audits remember (internal.audit_runs, '
    'internal.verified_seals).',
    'Each share comes once in AUDIT_NIGHTS nights; npm run audit looks at all, and asks for nothing remembered.'),
  (11, 'Who read personal data in the database itself or in its backups; ledger.personal_data_reads tells of keys, '
    'staff and files.',
    'The log of Postgres (log_statement), and who has the backups.')
) as b (position, what, instead)
order by b.position;
comment on column ledger.blind_spots.what is 'What goes unseen.';
comment on column ledger.blind_spots.instead is 'Where to look instead.';
grant select on ledger.blind_spots to haat_dba;
