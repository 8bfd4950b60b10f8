-- Few orders are held for a stated reason, and few have a payout that is neither missing nor done: the desk finds them among
-- all that there ever were.
create index customer_order_held on customer_order (created_at, id) where held_reason is not null;
create index customer_order_payout_open on customer_order (payout, created_at, id) where payout not in ('none', 'paid');
