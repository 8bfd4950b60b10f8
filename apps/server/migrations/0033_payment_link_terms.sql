-- What a payment link asks for and takes; amounts are decimal texts in `amount_currency`, as their owner gave them.
alter table payment_link
  alter column amount drop not null,
  add column amount_currency text not null default 'NGN',
  add column minimum_amount text,
  add column maximum_amount text,
  -- [{currency, network}]; none: every network of `coins`.
  add column accepted jsonb not null default '[]',
  add column is_once boolean not null default false,
  -- When the first payment of a once-only link was covered.
  add column used_at timestamptz,
  add column expires_at timestamptz,
  add column success_message text,
  add column redirect_url text,
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add constraint payment_link_fixed_or_open check (amount is null or (minimum_amount is null and maximum_amount is null));
drop index payment_link_user;
-- Newest first: ids rise with time.
create index payment_link_user on payment_link (user_id, id desc);
