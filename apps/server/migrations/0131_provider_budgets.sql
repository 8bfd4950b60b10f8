-- The most calls a day that the operator allows each provider of a network; null: as many as it answers.
alter table network_provider add column calls_per_day integer;
