-- A customer's history is read from the newest on, narrowed by state, coin, bank and days, however long it is. The states
-- are those of `sales/history/db.ts`, to the letter.
create index customer_order_history on customer_order (user_id, created_at desc, id desc) where kind = 'conversion';
create index customer_order_history_coin on customer_order (user_id, currency, created_at desc, id desc)
  where kind = 'conversion';
create index customer_order_history_bank on customer_order (user_id, bank_name, created_at desc, id desc)
  where kind = 'conversion';
create index customer_order_history_state on customer_order (user_id, (case
    when payout = 'paid' then 'paid'
    when payout in ('unknown', 'failed', 'reversed') then 'attention'
    when payout <> 'none' then 'moving'
    when status = 'declined' then 'declined'
    when rate_answer = 'asked' then 'asked'
    when funding not in ('funded', 'overpaid', 'late') then 'waiting'
    when status = 'pending' then 'review'
    else 'moving' end), created_at desc, id desc)
  where kind = 'conversion';
-- Read by the order of its ids before.
drop index customer_order_conversions;
