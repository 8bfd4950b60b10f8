-- Until when the newest decision on an order can be taken back: before, no payout of it is made, and an order that was
-- declined is still pending, with its reason and code, and its coins set aside. Null: it took effect at once.
alter table customer_order add column decision_due_at timestamptz;
