-- live, so that postings go on; a few bytes for each 128 pages, as the rows lie in the order of their batches: what was posted after a
-- closed month is read without the rest
create index concurrently ledger_transfer_batch on ledger_transfer using brin (batch_id) with (autosummarize = on);
