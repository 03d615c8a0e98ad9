-- Makes a customer unrecognisable, for ever: name, phone, email, addresses and every free text about the customer and
-- its orders go, wherever they stand (ledger.erasure_columns). Orders, money, stock, numbers and times stay.
-- Gives: the customer. Nothing is written when there is nothing to erase.
-- Raises: HT100, HT101 (goods of an order are still on their way).
--
-- A later order with the same phone makes a new customer. What is left of the sealed history is in app.erased_rows;
-- the entry customer.erased in the activity log holds a digest of its rows and is sealed itself.
create or replace function internal.erase_customer(customer_id uuid) returns app.customers
language plpgsql volatile
set search_path = ''
as $$
declare
  v_erasure_id constant uuid := uuidv7();
  v_customer app.customers := internal.lock_for_erasure(erase_customer.customer_id);
  v_has_records constant boolean := internal.erase_records(v_customer);
  v_rows constant bigint := internal.erase_history(v_customer, v_erasure_id);
begin
  perform internal.erase_copies(v_customer);
  if v_has_records or v_rows > 0 then
    perform internal.log_activity(v_customer.store_id, 'customer.erased', 'customer', v_customer.id, null,
      jsonb_build_object('erasure_id', v_erasure_id, 'rows', v_rows,
        'digest', encode(internal.erasure_digest(v_customer.company_id, v_erasure_id), 'hex')));
    perform internal.note_personal_data_read('customers.erased', 1);
  end if;
  select * into v_customer from app.customers c where c.id = v_customer.id;
  return v_customer;
end
$$;
