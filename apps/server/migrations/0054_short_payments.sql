-- `short`: a payment that was short of next to nothing was taken as paid, for what had arrived, at the rate that it had.
alter table order_quote
  drop constraint order_quote_reason_check,
  add constraint order_quote_reason_check check (reason in ('order', 'late', 'renewed', 'settled', 'short'));
