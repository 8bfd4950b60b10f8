-- live, because what waits for a person is counted at each look: the few accounts of what customers owe, among all.
create index concurrently ledger_account_receivable on ledger_account (id) where kind = 'receivable';
