-- Administrators narrow all orders to a coin, a bank, or an amount and more.
create index customer_order_coin on customer_order (currency, network, created_at, id);
create index customer_order_bank on customer_order (bank_code, created_at, id);
create index customer_order_naira on customer_order (naira_kobo);
