-- Orders without a payout: open, declined and expired ones, among a million that were paid. The desk's filter is counted and listed by it.
create index customer_order_without_payout on customer_order (created_at, id)
  where payout = 'none' and (kind = 'conversion' or funding not in ('awaiting', 'expired'));
