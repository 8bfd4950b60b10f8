-- What the bank said of the name on the account that an order pays: what its approvers see and decide on.
alter table customer_order
  add column name_resolution text not null default 'unresolved'
    check (name_resolution in ('resolved', 'mismatch', 'unresolved')),
  add column resolved_name text,
  -- Why an order that was cleared waits for a person again.
  add column held_reason text;

update customer_order o set name_resolution = b.name_resolution, resolved_name = b.resolved_name
from bank_account b
where b.user_id = o.user_id and b.account_number = o.account_number and b.bank_code = o.bank_code
  and b.account_name = o.account_name;
