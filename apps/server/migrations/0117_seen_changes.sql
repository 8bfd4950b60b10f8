-- Streams read what changed since their last look by these times: they are those of the change, not of its transaction's
-- start, which may be long before.
alter table customer_order alter column updated_at set default clock_timestamp();
alter table deposit alter column updated_at set default clock_timestamp();
alter table notification alter column created_at set default clock_timestamp();
-- What a user clears in one window goes in the others.
create index notification_cleared on notification (cleared_at) where cleared_at is not null;
