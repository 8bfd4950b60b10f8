-- live, because a payout that waits asks for the senders that were found on the list since it was made, the few newest.
create index concurrently sanctions_hit_newest on sanctions_hit (found_at);
