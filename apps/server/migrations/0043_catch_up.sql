-- How long a watcher that was away still needs to reach the newest block, as it last estimated; null where it is up to date.
alter table watcher add column seconds_left integer check (seconds_left >= 0);
