-- Since when a network's watcher has not gone on.
alter table watcher add column stalled_since timestamptz;
