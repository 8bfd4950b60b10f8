-- How well we know somebody, as an administrator has set it: 0 not at all, 3 best.
alter table app_user add column kyc_tier smallint not null default 0 check (kyc_tier between 0 and 3);
-- What somebody has converted within a day, where their tier limits it.
create index customer_order_user_made on customer_order (user_id, created_at);
