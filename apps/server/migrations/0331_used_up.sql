-- What a transaction that no plan of the books had took from plans: coins or numbers that each serve once, in the form in which the
-- network's plans name them. Those plans' own transactions can't be carried out any more.
-- other: the operator's own, left out of the books; it is kept for what it used up.
-- loosens found_transaction_status_check: one more state.
alter table found_transaction
  add column used_up text[] collate "C" not null default '{}',
  drop constraint found_transaction_status_check,
  add constraint found_transaction_status_check check (status in ('seen', 'booked', 'planned', 'other'));
