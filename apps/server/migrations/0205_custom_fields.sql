-- What a merchant asks of each payer of a link (a list of fields, 5 at most, checked where they come in), and what the
-- payer of a payment gave, with the labels of that time. A change of a link by an older server leaves them as they are.
alter table payment_link add column custom_fields jsonb not null default '[]';
alter table payment add column custom_values jsonb not null default '[]';
