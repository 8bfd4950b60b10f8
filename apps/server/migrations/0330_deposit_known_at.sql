-- When we first knew of it by our own clock, an hour after its block's own time at most; null for those recorded before.
alter table deposit add column known_at timestamptz;
