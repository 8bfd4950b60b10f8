-- Coins that no known payment explains leave the books where the chain replaces the block at which they were found, as deposits do.
-- 'reverted': what was left of them in suspense then. No payment that is read later is in them.
-- loosens surplus_share_kind_check: one more kind.
alter table surplus_share
  drop constraint surplus_share_kind_check,
  add constraint surplus_share_kind_check check (kind in ('customer', 'operator', 'suspense', 'payment', 'reverted'));
