-- live, because an order's locked rate holds while coins that came in time are not final: each look asks for those of its customer,
-- the few among all that they ever got.
create index concurrently deposit_open_of_user on deposit (user_id, seen_at) where status in ('seen', 'confirming');
