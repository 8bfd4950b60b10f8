-- A transaction that was given up stays watched: should a block have it after all, somebody is told.
create index outgoing_transaction_replaced on outgoing_transaction (network) where status = 'replaced';
