-- live, because each day's erasing looks at all orders that it has not erased: one may be settled after newer ones were erased.
create index concurrently customer_order_unerased on customer_order (created_at) where account_name <> 'Erased';
