-- Gives the next number of a stock document of the current company: PUR-1, PUR-2 ... without holes.
create or replace function internal.next_document_number(prefix text) returns text
language sql volatile
set search_path = ''
begin atomic
  insert into app.document_numbers as n (company_id, prefix, last_number)
  values (internal.current_company_id(), next_document_number.prefix, 1)
  on conflict (company_id, prefix) do update set last_number = n.last_number + 1
  returning format('%s-%s', n.prefix, n.last_number);
end;
