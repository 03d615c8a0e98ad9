-- The seals of the stock ledger.
-- Write the newest hash of a company down elsewhere: as long as it still stands here, everything before it is as it
-- was.
create or replace view ledger.seals with (security_invoker = true) as
select s.company_id, c.name as company, s.number, s.row_count, s.upto, s.sealed_at, encode(s.hash, 'hex') as hash,
  encode(s.previous_hash, 'hex') as previous_hash
from app.ledger_seals s
join app.companies c on c.id = s.company_id;
comment on column ledger.seals.company_id is 'The tenant.';
comment on column ledger.seals.company is 'The tenant''s name.';
comment on column ledger.seals.number is '1, 2, 3 ... for each company.';
comment on column ledger.seals.row_count is 'How many ledger rows it covers.';
comment on column ledger.seals.upto is 'Booking time of the newest row it covers.';
comment on column ledger.seals.sealed_at is 'When it was made.';
comment on column ledger.seals.hash is 'SHA-256 over the previous hash and what this seal covers.';
comment on column ledger.seals.previous_hash is 'Hash of the seal before it.';
grant select on ledger.seals to haat_dba;
