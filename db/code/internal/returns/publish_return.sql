-- Writes the event of a return.
-- Takes: the return, and return.created or return.updated.
-- see: guides/webhooks
create or replace function internal.publish_return(told app.returns, type text) returns void
language sql volatile
begin atomic
  select internal.emit_event(told.store_id, publish_return.type, told.id, d.document)
  from internal.return_documents(array[told.id]) d;
end;
