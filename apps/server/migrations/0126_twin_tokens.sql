-- The token that arrived, where a deposit is credited as another one: its twin, of the same issuer. Null: `asset` itself.
alter table deposit add column came_as text;
