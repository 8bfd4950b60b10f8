-- What another provider of the network says of a deposit that one reported, in a sentence: the deposit waits until two
-- of them say the same, or a person has looked.
alter table deposit add column contradiction text;
