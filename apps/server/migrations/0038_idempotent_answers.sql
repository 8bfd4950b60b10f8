-- What a call with an Idempotency-Key has answered, written in the transaction of what it did.
create table idempotent_answer (
  -- Whose key it is: two people may choose the same.
  owner        text not null,
  operation    text not null,
  key          text not null,
  -- SHA-256 of what was asked for.
  request_hash bytea not null,
  -- As text of JSON, so that it comes back as it was written; null only inside the transaction that works on it.
  answer       json,
  made_at      timestamptz not null,
  primary key (owner, operation, key)
);
create index idempotent_answer_age on idempotent_answer (made_at);
