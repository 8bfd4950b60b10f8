-- live, because a new list of sanctioned addresses is compared with the senders of all deposits, by their addresses.
create index concurrently deposit_sender_address on deposit_sender (address_key);
