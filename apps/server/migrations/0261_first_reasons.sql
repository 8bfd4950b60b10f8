-- The reason of the first of two people on a transfer that the books did not know: the second one reads it.
alter table recovery_transfer add column first_reason text;
