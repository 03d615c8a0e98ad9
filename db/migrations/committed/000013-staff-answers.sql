--! Previous: sha1:bdace975cb2d84e332d048a93f052e5566566493
--! Hash: sha1:9c6cd754a870d2732515228778b22ed848331c55
--! Message: Staff answers

-- Answers and inputs of staff procedures that are more than a row of a table. Each is a type of the staff GraphQL.

create type staff.webhook_secret as (
  webhook_endpoint app.webhook_endpoints,
  secret text
);
comment on type staff.webhook_secret is 'A webhook endpoint and its signing secret, which is shown this once.';
comment on column staff.webhook_secret.webhook_endpoint is 'The endpoint as it is kept.';
comment on column staff.webhook_secret.secret is 'Signs every delivery. Copy it now.';

create type staff.session as (
  token text,
  expires_at timestamptz,
  must_change_password boolean
);
comment on type staff.session is 'A fresh sign-in. The token is shown this once; send it as "Authorization: Bearer <token>".';
comment on column staff.session.token is 'staff_ and 64 hexadecimal digits.';
comment on column staff.session.expires_at is 'When it ends by itself.';
comment on column staff.session.must_change_password is 'True after signing in with a one-time password: change_own_password is the only thing to do next.';

create type staff.viewer as (
  id uuid,
  full_name text,
  email text,
  role text,
  permissions text[],
  company_name text,
  session_expires_at timestamptz,
  must_change_password boolean
);
comment on type staff.viewer is 'Who is signed in, and what they may do. An owner holds every permission.';
comment on column staff.viewer.id is 'The staff member.';
comment on column staff.viewer.full_name is 'Their name.';
comment on column staff.viewer.email is 'What they sign in with.';
comment on column staff.viewer.role is 'owner or agent.';
comment on column staff.viewer.permissions is 'What they may do: an owner everything; nothing while a one-time password is to be changed.';
comment on column staff.viewer.company_name is 'Whose staff they are.';
comment on column staff.viewer.session_expires_at is 'When this session ends by itself.';
comment on column staff.viewer.must_change_password is 'True while they have a one-time password.';

create type staff.issued_api_key as (
  api_key app.api_keys,
  plaintext text
);
comment on type staff.issued_api_key is 'A new key. The plaintext is shown this once; a lost key is rotated.';
comment on column staff.issued_api_key.api_key is 'The key as it is kept.';
comment on column staff.issued_api_key.plaintext is 'What the integration sends. Copy it now.';

create type staff.invitation as (
  staff_member app.staff,
  one_time_password text,
  valid_until timestamptz
);
comment on type staff.invitation is 'A one-time password, shown this once. Whoever signs in with it has to choose their own before anything else.';
comment on column staff.invitation.staff_member is 'Whom it is for.';
comment on column staff.invitation.one_time_password is 'To be handed over by a safe way.';
comment on column staff.invitation.valid_until is 'When it stops working.';

create type staff.advance_payment_plan as (
  percent numeric,
  note text
);
comment on type staff.advance_payment_plan is 'Part of an order to be paid in advance, in percent, with a note for the shopper.';

create type staff.order_line as (
  variant_id uuid,
  sku text,
  quantity integer,
  unit_price numeric,
  discount_price numeric
);
comment on type staff.order_line is 'A line of a new order: a variant by id or SKU. unit_price overrides the variant''s price; discount_price counts when it is above 0 and below the price.';

create type staff.new_customer as (
  phone text,
  full_name text,
  email text
);
comment on type staff.new_customer is 'A customer by phone, in any Bangladeshi spelling. full_name is needed only when nobody has that phone.';

create type staff.upfront_payment as (
  payment_method_id uuid,
  amount numeric,
  transaction_id text
);
comment on type staff.upfront_payment is 'Money received with the order.';

create type staff.status_count as (
  status text,
  orders integer,
  amount numeric(14, 2)
);
comment on type staff.status_count is 'How many orders are in a status, and what they come to.';
comment on column staff.status_count.status is 'The status.';
comment on column staff.status_count.orders is 'How many.';
comment on column staff.status_count.amount is 'The sum of their totals.';

create type staff.day_of_sales as (
  day date,
  orders integer,
  net_sales numeric(14, 2)
);
comment on type staff.day_of_sales is 'What was delivered on a day of the store''s own calendar: what the units that were kept cost, after discounts.';
comment on column staff.day_of_sales.day is 'The day.';
comment on column staff.day_of_sales.orders is 'Orders delivered on it.';
comment on column staff.day_of_sales.net_sales is 'The value of the units that were kept, after discounts.';

create type staff.outstanding as (
  orders integer,
  amount numeric(14, 2)
);
comment on type staff.outstanding is 'Orders with money still owed, and how much.';
comment on column staff.outstanding.orders is 'How many.';
comment on column staff.outstanding.amount is 'The sum of what is due.';

create type staff.overview as (
  orders_by_status staff.status_count[],
  call_backs_due integer,
  low_stock integer,
  not_shipped staff.outstanding,
  with_courier staff.outstanding,
  delivered_unpaid staff.outstanding,
  sales staff.day_of_sales[]
);
comment on type staff.overview is 'The state of the day, as of now.';
comment on column staff.overview.orders_by_status is 'Orders of all time by status, most first.';
comment on column staff.overview.call_backs_due is 'Orders whose customer is to be called back by now; call_backs_due lists them.';
comment on column staff.overview.low_stock is 'Stock levels at or below their threshold; low_stock lists them.';
comment on column staff.overview.not_shipped is 'Still owed on orders that have not left.';
comment on column staff.overview.with_courier is 'Still owed on orders that are with a courier.';
comment on column staff.overview.delivered_unpaid is 'Still owed on delivered orders: cash whose payout is not recorded.';
comment on column staff.overview.sales is 'The last 30 days, today included, oldest first.';
