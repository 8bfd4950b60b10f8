import { type Fields, garbage, readFields, readList } from '../fields.ts';

/** A block by the node's own API. */
export interface TronBlock {
  readonly height: bigint;
  /** 32 bytes without 0x: the height in eight of them, and 24 of its hash. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
}

/** Reads `getnowblock`'s answer. Throws `NodeFault`. */
export function readTronBlock(fields: Fields): TronBlock {
  const header = readFields(readFields(fields['block_header'], 'block header')['raw_data'], 'block header');
  const id = fields['blockID'];
  if (typeof id !== 'string' || !/^[0-9a-f]{64}$/.test(id)) garbage('block id');
  const height = readAmount(header['number'], 'block number');
  if (BigInt(`0x${id.slice(0, 16)}`) !== height) garbage('block id of another height');
  return { height, id, madeAt: Number(readAmount(header['timestamp'], 'block timestamp')) };
}

/** A whole number that protobuf's JSON has; nothing stands for zero. Throws `NodeFault`. */
export function readAmount(value: unknown, field: string): bigint {
  if (value === undefined) return 0n;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : garbage(field);
}

/** What the network charges at present, in sun. */
export interface TronPrices {
  /** For a unit of energy. */
  readonly energy: bigint;
  /** For a byte of bandwidth. */
  readonly byte: bigint;
  /** For the payee's account where there is none yet, in all. */
  readonly account: bigint;
}

/** Reads `getchainparameters`. Throws `NodeFault` where one of them is missing. */
export function readPrices(fields: Fields): TronPrices {
  const parameters = new Map(
    readList(fields['chainParameter'], 'list of parameters').map((entry) => {
      const { key, value } = readFields(entry, 'parameter');
      return [String(key), value] as const;
    }),
  );
  const priceOf = (name: string): bigint => {
    const price = readAmount(parameters.get(name), name);
    return price === 0n ? garbage(`price ${name}`) : price;
  };
  return {
    energy: priceOf('getEnergyFee'),
    byte: priceOf('getTransactionFee'),
    // The second stands in for the bandwidth of the transaction that opens it.
    account: priceOf('getCreateNewAccountFeeInSystemContract') + priceOf('getCreateAccountFee'),
  };
}

/** What an address may use for nothing now. */
export interface TronResources {
  /** Whether it is an account: it once got TRX. Only an account can send. */
  readonly isActive: boolean;
  readonly energy: bigint;
  /** Bytes that everybody has each day, and those of staked TRX; a transaction is paid by one of the two. */
  readonly freeBytes: bigint;
  readonly stakedBytes: bigint;
}

/** Reads `getaccountresource`, which is empty for an address that is no account. Throws `NodeFault`. */
export function readResources(fields: Fields): TronResources {
  const left = (limit: string, used: string): bigint => {
    const rest = readAmount(fields[limit], limit) - readAmount(fields[used], used);
    return rest > 0n ? rest : 0n;
  };
  return {
    isActive: Object.keys(fields).length > 0,
    energy: left('EnergyLimit', 'EnergyUsed'),
    freeBytes: left('freeNetLimit', 'freeNetUsed'),
    stakedBytes: left('NetLimit', 'NetUsed'),
  };
}

/** Who is paid by a plain transfer of TRX, and how much; null for any other transaction. Throws `NodeFault`. */
export function readTransfer(transaction: Fields): { readonly to: string; readonly amount: bigint } | null {
  const raw = readFields(transaction['raw_data'], 'transaction');
  const [call, ...others] = readList(raw['contract'], 'transaction');
  const { type, parameter } = readFields(call, 'transaction');
  if (type !== 'TransferContract' || others.length > 0) return null;
  const value = readFields(readFields(parameter, 'transaction')['value'], 'transaction');
  const to = value['to_address'];
  if (typeof to !== 'string' || !/^41[0-9a-f]{40}$/.test(to)) garbage('recipient');
  return { to: `0x${to.slice(2)}`, amount: readAmount(value['amount'], 'amount') };
}
