-- A payout that the bank contradicts itself about may be taken as paid by two administrators: what the first of them
-- found out at the bank, and how often it was taken so, as a bank may send it back and call it paid again.
alter table payout
  add column claimed_by uuid references app_user (id),
  add column claimed_at timestamptz,
  add column claimed_reference text,
  add column claimed_evidence text,
  add column takes integer not null default 0,
  add constraint payout_claim check ((claimed_by is null) = (claimed_at is null)
    and (claimed_by is null) = (claimed_reference is null) and (claimed_by is null) = (claimed_evidence is null));
