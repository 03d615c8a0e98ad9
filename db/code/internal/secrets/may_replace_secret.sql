-- Gives whether the current login may write another text over a secret.
-- Takes: the secret as stored.
--
-- Workers encrypt what is in clear. What is encrypted already is left to an operator (haat secrets rotate), so that a
-- stolen login of the workers cannot write over secrets that it cannot read.
create or replace function internal.may_replace_secret(stored text) returns boolean
language sql stable
return session_user <> 'haat_worker' or internal.secret_key_id(stored) is null;
grant execute on function internal.may_replace_secret(text) to haat_gatekeeper;
