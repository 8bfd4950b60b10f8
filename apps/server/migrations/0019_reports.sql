-- The market's rate that a quote was made from: what lies between the two is the house's. Null in quotes from before.
alter table quote add column market_rate numeric(38, 18) check (market_rate >= rate);

-- What the house earns by the order, in kobo: its coins at the market's rate, less `naira_kobo`. Booked when they are exchanged.
alter table customer_order add column spread_kobo numeric(78, 0) not null default 0 check (spread_kobo >= 0);

-- Reports count the orders made in a stretch of days.
create index customer_order_created on customer_order (created_at);
