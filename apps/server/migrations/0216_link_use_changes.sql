-- The payments of a link for one payment hear at once that another one has used it.
create index payment_link_used on payment_link (used_at) where used_at is not null;
