-- What an administrator has in hand about an order: a transaction, an account number, a bank's session.
create index deposit_transaction on deposit (transaction);
create index customer_order_account on customer_order (account_number);
create index payout_session on payout (session_id) where session_id is not null;
