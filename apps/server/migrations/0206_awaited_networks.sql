-- Whether coins are expected on a network: asked every few seconds, also while hundreds of thousands wait on another one.
create index customer_order_expected on customer_order (network, lock_expires_at)
  where status <> 'declined' and funding in ('awaiting', 'underpaid');
