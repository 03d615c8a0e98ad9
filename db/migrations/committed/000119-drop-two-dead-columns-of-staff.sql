--! Previous: sha1:16fa433963a5f3a4300c99720d937fb8c83f707a
--! Hash: sha1:67a97061e35d76bd441c5e1402963b22b65ea2ba
--! Message: drop two dead columns of staff

--! split: 1-current.sql
-- Wrong passwords are counted in internal.sign_in_waits; nothing has written these since.
alter table app.staff
  drop column if exists failed_sign_ins,
  drop column if exists locked_until;
