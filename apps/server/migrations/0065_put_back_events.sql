-- How often an event was put back with nothing begun: its pauses grow with it, also over a restart, and of the attempts
-- these are none.
alter table event add column put_backs integer not null default 0;

-- For what is brought forward once there is room again; empty while all is well.
create index event_put_back on event (type, run_at) where put_backs > 0 and dead_at is null;
