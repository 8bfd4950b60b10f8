-- How many claims in a row ended without an outcome, as where a handler takes its process down.
alter table event add column losses integer not null default 0;
