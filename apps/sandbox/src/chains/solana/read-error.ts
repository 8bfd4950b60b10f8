/**
 * A failure as the node's protocol writes it in JSON (https://docs.rs/solana-transaction-error), from the virtual
 * machine's own description of it: `InstructionError(0, Custom(1))` becomes `{"InstructionError":[0,{"Custom":1}]}`.
 * Pure.
 */
export function readError(description: string): unknown {
  const said = /err: (.+?), meta: /s.exec(description)?.[1] ?? '';
  const [, at, kind, code] = /^InstructionError\((\d+), (\w+)(?:\((\d+)\))?/.exec(said) ?? [];
  if (at !== undefined && kind !== undefined) {
    return { InstructionError: [Number(at), code === undefined ? kind : { [kind]: Number(code) }] };
  }
  const [, name = said, account] = /^(\w+)(?: \{ account_index: (\d+) \})?/.exec(said) ?? [];
  return account === undefined ? name : { [name]: { account_index: Number(account) } };
}
