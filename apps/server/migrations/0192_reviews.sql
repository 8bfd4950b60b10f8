-- How long reviews take is read from the decisions of the last day.
create index customer_order_decided on customer_order (decided_at) where decided_by is not null;
