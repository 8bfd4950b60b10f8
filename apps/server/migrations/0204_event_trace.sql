-- The place in a trace at which an event was written (W3C's traceparent): what it starts is a part of that trace. Null where
-- nothing is traced.
alter table event add column trace text;
