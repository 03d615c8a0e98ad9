-- Shows the order as an edit would leave it: does the edit, and takes it back. The same is refused as by the edit.
-- Takes: as internal.edit_order.
-- Gives: the order with customer and items. A line that it would add has an id that no line will have.
-- Raises: as internal.edit_order.
-- see: guides/edit-an-order#look-before-you-edit
--
-- What is written goes with the block; the locks that were taken in it too.
create or replace function internal.preview_order_edit(order_id uuid, input jsonb) returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_document json;
begin
  begin
    perform internal.edit_order(preview_order_edit.order_id, input);
    select d.document into v_document
      from internal.order_documents(array[preview_order_edit.order_id], true, true) d;
    raise exception 'the edit of a preview is taken back' using errcode = 'triggered_action_exception';
  exception when triggered_action_exception then
    null;
  end;
  return v_document;
end
$$;
