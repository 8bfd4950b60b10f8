-- Reads all notices while others go on writing, so that the next migration need not.
alter table notification validate constraint notification_first_part;
