-- Closed months of the ledger: a month is the batches after those of the month before, up to a number below which nothing can be
-- committed any more. Written once, so that what was posted then can be compared with it for ever (decision 27).
create table ledger_month (
  month text collate "C" primary key check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  -- The last batch of the month; the first one is after the last of the month before. A month without a batch has that one's.
  last_batch bigint not null,
  batches bigint not null,
  transfers bigint not null,
  -- Accounts with an entry by then, and SHA-256 over each one's number of entries, balance and head.
  accounts bigint not null,
  balances bytea not null check (octet_length(balances) = 32),
  -- SHA-256 of the month's lines, of which the first names the digest of the month before.
  digest bytea not null check (octet_length(digest) = 32),
  -- By a key that is not in the database, over all of these and the month before.
  seal bytea not null check (octet_length(seal) = 32),
  closed_at timestamptz not null default clock_timestamp()
);

create trigger ledger_month_is_final before update or delete or truncate on ledger_month
  for each statement execute function ledger_refuse_change();
