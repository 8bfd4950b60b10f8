-- Reads all lines while others go on writing, so that the next migration need not.
alter table order_event validate constraint order_event_first_part;
