-- Accounts of Solana by which transactions that are signed offline are dated; the treasury may use them. A plan takes one for
-- each transaction, and it is free again once that is in a block.
create table nonce_account (
  address text collate "C" primary key,
  network text collate "C" not null,
  made_at timestamptz not null default clock_timestamp()
);
