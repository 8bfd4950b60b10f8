-- Administrators narrow all orders to a coin, a bank, or an amount and more.
create index customer_order_coin on customer_order (currency, network, created_at, id);
create index customer_order_bank on customer_order (bank_code, created_at, id);
create index customer_order_naira on customer_order (naira_kobo);
-- The few that wait for an administrator, among all that were never paid.
create index customer_order_to_review on customer_order (created_at, id)
  where status = 'pending' and funding in ('funded', 'overpaid', 'late');

-- What waits for a person is counted for each administrator who looks at any page.
create index refund_requested on refund (requested_at) where status = 'requested';
create index recovery_transfer_open on recovery_transfer (made_at) where status = 'open';
create index ledger_account_suspense on ledger_account (id) where kind = 'suspense';
