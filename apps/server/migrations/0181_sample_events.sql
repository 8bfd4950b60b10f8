-- Events that a merchant asked for as a sample: nothing of them has happened, and the body says so.
alter table webhook_event add column is_sample boolean not null default false;
