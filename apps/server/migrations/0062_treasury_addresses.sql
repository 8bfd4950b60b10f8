-- The operator's own addresses that coins are swept to, of the present keys and of those before: a refund to one would come back.
create table treasury_address (
  family      text collate "C" not null,
  -- In the form of deposit_address.
  address_key text collate "C" not null,
  primary key (family, address_key)
);
