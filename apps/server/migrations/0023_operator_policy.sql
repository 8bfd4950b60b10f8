-- What a person decides about payouts and orders: which rail takes a payout, why an order is declined, who approved first.

-- Null: whichever rail can take it. Else the one that an administrator chose; the payout waits for it.
alter table payout add column only_rail text;

-- What each payout provider holds of ours, as it said last, and since when that is too little.
create table rail_float (
  rail       text primary key,
  float_kobo numeric(78, 0) not null,
  asked_at   timestamptz not null,
  low_since  timestamptz
);

-- The code of the reason that the customer was told; null: not declined, or declined before there were codes.
alter table customer_order add column decline_code text;

-- The first of two administrators who have to approve a large order; the second is `decided_by`, and somebody else.
alter table customer_order add column first_approved_by uuid references app_user (id);
alter table customer_order add column first_approved_at timestamptz;
alter table customer_order add constraint customer_order_two_people check (first_approved_by <> decided_by or status = 'declined');

-- Since when somebody has been an administrator by another's act; null: from the beginning, or not at all.
alter table app_user add column admin_since timestamptz;

-- A change of a setting that waits for a second administrator, for as long as its version is the one that holds.
create table setting_proposal (
  subject     text primary key,
  version     integer not null,
  value       jsonb not null,
  proposed_by uuid not null references app_user (id),
  proposed_at timestamptz not null default now()
);
