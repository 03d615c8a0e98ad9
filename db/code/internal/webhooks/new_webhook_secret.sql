-- Gives a new signing secret: whsec_ and 32 random bytes in base64.
-- see: guides/webhooks#verify-the-signature
--
-- Four random UUIDs carry 488 random bits; their hash is 32 bytes with nothing fixed in them.
create or replace function internal.new_webhook_secret() returns text
language sql volatile
return 'whsec_' || encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64');
