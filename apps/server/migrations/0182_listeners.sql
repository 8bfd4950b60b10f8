-- A developer's machine that listens: an endpoint without an address, whose events its API key (by the key's hash)
-- reads from a stream. It is off, so that nothing is sent to it, and gets events while it has listened of late.
alter table webhook_endpoint
  add column listener_of bytea,
  add column listening_until timestamptz;
create unique index webhook_endpoint_listener on webhook_endpoint (user_id, listener_of) where listener_of is not null;
