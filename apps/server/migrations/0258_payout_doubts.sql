-- Why a person is called to a payout, as the bank's last answer has it: what they decide on.
alter table payout add column doubt text;
