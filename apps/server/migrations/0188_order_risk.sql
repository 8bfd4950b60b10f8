-- The signs of risk of an order and the sum of their weights, as last weighed; its priority follows the sum.
alter table customer_order add column risk smallint not null default 0;
alter table customer_order add column risk_rules text[] not null default '{}';
-- The riskiest first, and of these the oldest.
create index customer_order_risk on customer_order ((-risk), created_at, id);
create index customer_order_urgent on customer_order (priority, created_at, id) where priority <> 'low';
-- A customer's newest paid orders, to compare the next one with.
create index customer_order_paid on customer_order (user_id, id desc) where payout = 'paid';
