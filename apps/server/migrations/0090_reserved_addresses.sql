-- After a restore the books don't know whom addresses were given to since the backup. Those are reserved: never given out
-- (again), watched, and without an owner. What arrives at one belongs to somebody whom a person has to find.
alter table deposit_address alter column user_id drop not null;
alter table deposit alter column user_id drop not null;
create index deposit_unowned on deposit (id) where user_id is null;

-- Which indexes of an account key were reserved for a fence, and how far the chains were asked about them.
create table address_reserve (
  fence_id        uuid not null,
  family          text collate "C" not null,
  key_fingerprint text not null,
  first_index     integer not null,
  -- One past the last.
  end_index       integer not null check (end_index >= first_index),
  -- Nothing below this index is to be asked about any more; at `end_index` the scan is over.
  scanned_to      integer not null check (scanned_to between first_index and end_index),
  -- How many more are reserved where one near the end turns out to be used.
  step            integer not null check (step >= 0),
  reserved_at     timestamptz not null default clock_timestamp(),
  scanned_at      timestamptz,
  primary key (fence_id, family, key_fingerprint)
);

-- Whose an arrival at such an address is, in the words of the first administrator where it takes two.
create table deposit_claim (
  deposit_id        uuid primary key references deposit (id),
  user_id           uuid not null references app_user (id),
  reason            text not null,
  first_approved_by uuid references app_user (id),
  first_approved_at timestamptz,
  decided_by        uuid references app_user (id),
  decided_at        timestamptz,
  check (first_approved_by <> decided_by)
);
