-- live, because a quote that ended is deleted where no order was made at it: found by its end, and looked for in both tables that name one.
create index concurrently quote_ended on quote (expires_at);

create index concurrently customer_order_held_quote on customer_order (quote_id) where quote_id is not null;

create index concurrently order_quote_held_quote on order_quote (held_quote_id) where held_quote_id is not null;
