-- Sweeps to a cold address that the operator's signer signs: when the last was planned, and what stood in its way.
create table auto_sweep (
  network    text collate "C" primary key,
  planned_at timestamptz not null default clock_timestamp(),
  asked_at   timestamptz not null default clock_timestamp(),
  refusal    text
);
