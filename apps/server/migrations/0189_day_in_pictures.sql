-- The payouts of the last day, for the pictures of the administrators' overview.
create index payout_settled on payout (settled_at) where settled_at is not null;

-- How each source of rates last answered: one that is dead is work for a person.
create table rate_source (
  source      text primary key,
  asked_at    timestamptz not null,
  -- The last time that it gave a rate that can be one; null: never.
  answered_at timestamptz,
  -- How many coins it had a rate of then.
  coins       integer not null default 0
);
