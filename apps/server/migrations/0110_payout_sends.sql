-- How often a payout was handed to its rail, and until when the last of these may still leave: by this database's clock,
-- written with the intent; null once its process has said how it ended, or that nothing left.
alter table payout
  add column sends integer not null default 0 check (sends >= 0),
  add column send_by timestamptz;
update payout set sends = 1 where sent_at is not null;
