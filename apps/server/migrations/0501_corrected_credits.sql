-- When some of what a customer was given of a surplus turned out to be another payment's last: payouts that were made before end.
alter table surplus_share add column drawn_at timestamptz;
