-- The time at which the daily erasing last looked, and until when it waits after the clock moved further than it can have: one row.
create table retention_clock (
  is_only     boolean primary key default true check (is_only),
  seen_at     timestamptz not null,
  waits_until timestamptz
);
