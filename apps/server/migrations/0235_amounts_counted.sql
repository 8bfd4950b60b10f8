-- A filter by amount counts up to a thousand orders: each was read from its own page of the table, and is now read from the index.
create index customer_order_amount on customer_order (naira_kobo) include (status, currency, network, bank_code, created_at)
  where kind = 'conversion' or funding not in ('awaiting', 'expired');
drop index customer_order_naira;
