-- When the token account of an emptied deposit address was closed; null: it is open, or there is none on the network.
alter table moved_coins add column account_closed_at timestamptz;
