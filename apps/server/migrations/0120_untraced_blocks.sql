-- Blocks that were read, and whose trace every provider refused: coins that a contract sent in them are still unseen.
-- They stay here until a provider traces them.
create table untraced_block (
  network text not null,
  height bigint not null,
  hash text not null,
  primary key (network, height)
);
