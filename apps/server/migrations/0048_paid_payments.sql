-- A link's page tells how fast its latest paid payments were: not by way of all that were ever opened by it.
create index customer_order_link_paid on customer_order (payment_link_id, id desc)
  where payment_link_id is not null and payout = 'paid';
