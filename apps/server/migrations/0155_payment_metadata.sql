-- A merchant's own pairs of names and texts (20 at most, checked where they come in), on links and on payments: a
-- payment that is opened by its link's page begins with those of the link. A change of a link by an older server leaves
-- them as they are.
alter table payment_link add column metadata jsonb not null default '{}';
alter table payment add column metadata jsonb not null default '{}';
