-- Where a deposit came from, as far as its chain shows: addresses in the form in which deposit addresses are watched.
create table deposit_sender (
  deposit_id  uuid not null references deposit (id),
  address_key text not null,
  primary key (deposit_id, address_key)
);

-- The list that the operator gave last, and what became of reading it. One row, replaced with the addresses in one transaction.
create table sanctions_list (
  is_only     boolean primary key default true check (is_only),
  -- SHA-256 of the files.
  fingerprint text not null,
  listed_on   date not null,
  loaded_at   timestamptz not null,
  addresses   integer not null,
  -- Lines that are no address of a chain of ours.
  unread      integer not null
);
create table sanctioned_address (
  family      text not null,
  address_key text not null,
  address     text not null,
  primary key (family, address_key)
);

-- A deposit whose sender stood on the list, as it was found: for ever, whatever the list says later.
create table sanctions_hit (
  deposit_id uuid not null references deposit (id),
  address    text not null,
  listed_on  date not null,
  found_at   timestamptz not null default clock_timestamp(),
  primary key (deposit_id, address)
);
create trigger sanctions_hit_is_final before update or delete or truncate on sanctions_hit
  for each statement execute function history_refuse_change();
