-- A user's payouts of the last day are found by the user, not among all payouts there ever were. Only the last day is
-- measured: older payouts need no user.
alter table payout add column user_id uuid references app_user (id);
update payout p set user_id = o.user_id from customer_order o
where o.id = p.order_id and p.created_at > now() - interval '2 days';
create index payout_of_user on payout (user_id, created_at) where attempt = 1;
