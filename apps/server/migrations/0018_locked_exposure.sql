-- What the house is exposed by: naira that is locked for orders whose coins are not final, of all of them (owner '') and
-- of each person. What was counted last and what has been locked since: it may overstate, and is counted anew before
-- anybody is refused by it. Whoever locks another rate holds the first row until the commit, so that what is there is
-- never two answers at once.
create table locked_exposure (
  owner      text primary key,
  kobo       numeric(78, 0) not null check (kobo >= 0),
  counted_at timestamptz not null
);
insert into locked_exposure (owner, kobo, counted_at) values ('', 0, 'epoch');

-- Orders that a rate may be locked for while their coins are not final: few at any moment.
create index customer_order_exposed on customer_order (user_id, lock_expires_at)
  where status <> 'declined' and funding in ('awaiting', 'confirming', 'underpaid');
