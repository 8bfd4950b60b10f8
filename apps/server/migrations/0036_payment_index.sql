-- Payments that have ended are found among the orders that nothing has come for: the index of all that were ever open is not
-- needed.
drop index payment_open;
