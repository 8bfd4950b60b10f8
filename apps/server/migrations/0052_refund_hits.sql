-- The addresses of the sanctions list that were known to touch a refund when it was approved, and approved all the same.
-- One that is found later sends it back to a person.
alter table refund add column known_hits text[] not null default '{}';
