-- Coins whose owner is not known may be the operator's own, or stay where they are for a reason. Then they name no customer; the version
-- before can't credit those of the operator: the posting has the same name.
alter table deposit_claim
  alter column user_id drop not null,
  -- 'suspense': they stay, and may be decided on again.
  add column kind text not null default 'customer' check (kind in ('customer', 'operator', 'suspense'));

-- Whose the coins of a booked surplus are, in parts: a person's decisions, and payments of them that were read later.
create table surplus_share (
  id                uuid primary key,
  surplus_id        uuid not null references balance_surplus (id) on delete cascade,
  -- 'suspense': all that is left stays; 'payment': `deposit_id` is a payment that was read only after the surplus was found.
  kind              text not null check (kind in ('customer', 'operator', 'suspense', 'payment')),
  -- Of a payment only what was in suspense.
  amount            numeric(78, 0) not null check (amount >= 0),
  -- How much of what was given away has turned out to be such a payment.
  drawn             numeric(78, 0) not null default 0 check (drawn between 0 and amount),
  user_id           uuid references app_user (id),
  -- What the customer was credited with, or the payment.
  deposit_id        uuid unique references deposit (id),
  transaction       text,
  sender            text,
  -- Of ours, at which they came; null: the one that holds them by our own record, or a wallet's.
  address           text,
  reason            text,
  first_approved_by uuid references app_user (id),
  first_approved_at timestamptz,
  decided_by        uuid references app_user (id),
  decided_at        timestamptz,
  check (first_approved_by <> decided_by)
);
create index surplus_share_surplus on surplus_share (surplus_id);
create index surplus_share_user on surplus_share (user_id);
-- What the first of two people said: one statement of a surplus at a time.
create unique index surplus_share_first on surplus_share (surplus_id) where decided_at is null and kind <> 'payment';
