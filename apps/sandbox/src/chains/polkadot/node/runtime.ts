import type { EventRecord } from '@kobogate/substrate';
import { getDynamicBuilder, getLookupFn } from '@polkadot-api/metadata-builders';
import { decAnyMetadata, metadata as metadataCodec, unifyMetadata } from '@polkadot-api/substrate-bindings';
import { createTypeRegistry, type TypeRegistry } from './runtime-types.ts';

/** The index of each pallet in Asset Hub's runtime (polkadot-fellows/runtimes, asset-hub-polkadot). */
export const PALLETS = {
  System: 0,
  Timestamp: 3,
  Balances: 10,
  TransactionPayment: 11,
  MessageQueue: 35,
  Utility: 40,
  Assets: 50,
};
export type PalletPlaces = Readonly<Record<keyof typeof PALLETS, number>>;

/** A runtime: the metadata of its types, and the writer of its events. */
export interface Runtime {
  readonly specVersion: number;
  /** As `state_getMetadata` answers it. */
  readonly metadata: Uint8Array;
  encodeEvents(records: readonly EventRecord[]): Uint8Array;
}

/**
 * A small runtime with the pallets, events and numbers of Asset Hub that payments meet, described in real metadata
 * (version 14). `places` moves pallets, as an upgrade may.
 */
export function createRuntime(specVersion: number, places: PalletPlaces = PALLETS): Runtime {
  const metadata = metadataCodec.enc({
    // The letters "meta", as every metadata begins.
    magicNumber: 0x61_74_65_6d,
    metadata: { tag: 'v14', value: describe(places) },
  });
  const unified = unifyMetadata(decAnyMetadata(metadata));
  const events = getDynamicBuilder(getLookupFn(unified)).buildStorage('System', 'Events').value;
  return { specVersion, metadata, encodeEvents: (records) => events.enc(records) };
}

type Description = Extract<Parameters<typeof metadataCodec.enc>[0]['metadata'], { tag: 'v14' }>['value'];

function describe(places: PalletPlaces): Description {
  const types = createTypeRegistry();
  const u32 = types.primitive('u32');
  const u64 = types.primitive('u64');
  const { events, eventRecords } = describeEvents(types, u32, u64, places);
  const extrinsic = types.composite(['sp_runtime', 'generic', 'UncheckedExtrinsic'], []);
  const runtime = types.composite(['asset_hub_polkadot_runtime', 'Runtime'], []);
  const item = (name: string, type: number) => ({
    name,
    modifier: 1,
    type: { tag: 'plain' as const, value: type },
    fallback: '0x00',
    docs: [],
  });
  // Where pallet_balances has its calls; their arguments are not read here.
  const transfers = types.variant(['pallet_balances', 'pallet', 'Call'], {
    transfer_allow_death: [0],
    transfer_keep_alive: [3],
    transfer_all: [4],
  });
  const storage = new Map([
    ['System', [item('Events', eventRecords)]],
    ['Timestamp', [item('Now', u64)]],
  ]);
  const pallets = Object.entries(places).map(([name, index]) => {
    const items = storage.get(name);
    return {
      name,
      index,
      events: events.get(name),
      storage: items === undefined ? undefined : { prefix: name, items },
      calls: name === 'Balances' ? transfers : undefined,
      constants: [],
      errors: undefined,
      docs: [],
    };
  });
  return {
    lookup: [...types.entries],
    pallets,
    extrinsic: { type: extrinsic, version: 4, signedExtensions: [] },
    type: runtime,
    apis: [],
  };
}

/** The events of each pallet, with their numbers, and the list of records that a block leaves. */
function describeEvents(
  types: TypeRegistry,
  u32: number,
  u64: number,
  places: PalletPlaces,
): { events: ReadonlyMap<string, number>; eventRecords: number } {
  const u8 = types.primitive('u8');
  const amount = types.primitive('u128');
  const bytes32 = types.array(32, u8);
  const account = types.composite(['sp_core', 'crypto', 'AccountId32'], [[null, bytes32]]);
  const hash = types.composite(['primitive_types', 'H256'], [[null, bytes32]]);
  const weight = types.composite(
    ['sp_weights', 'weight_v2', 'Weight'],
    [
      ['ref_time', types.compact(u64)],
      ['proof_size', types.compact(u64)],
    ],
  );
  const info = types.composite(
    ['frame_support', 'dispatch', 'DispatchInfo'],
    [
      ['weight', weight],
      ['class', types.variant(['DispatchClass'], { Normal: [0], Operational: [1], Mandatory: [2] })],
      ['pays_fee', types.variant(['Pays'], { Yes: [0], No: [1] })],
    ],
  );
  const moduleError = types.composite(
    ['sp_runtime', 'ModuleError'],
    [
      ['index', u8],
      ['error', types.array(4, u8)],
    ],
  );
  const token = types.variant(['sp_runtime', 'TokenError'], {
    FundsUnavailable: [0],
    OnlyProvider: [1],
    BelowMinimum: [2],
  });
  const failure = types.variant(['sp_runtime', 'DispatchError'], {
    Other: [0],
    CannotLookup: [1],
    BadOrigin: [2],
    Module: [3, [null, moduleError]],
    Token: [7, [null, token]],
  });
  const origin = types.variant(['cumulus_primitives_core', 'AggregateMessageOrigin'], {
    Here: [0],
    Parent: [1],
    Sibling: [2, [null, u32]],
  });
  const events = new Map([
    [
      'System',
      types.variant(['frame_system', 'pallet', 'Event'], {
        ExtrinsicSuccess: [0, ['dispatch_info', info]],
        ExtrinsicFailed: [1, ['dispatch_error', failure], ['dispatch_info', info]],
        CodeUpdated: [2],
        NewAccount: [3, ['account', account]],
      }),
    ],
    [
      'Balances',
      types.variant(['pallet_balances', 'pallet', 'Event'], {
        Endowed: [0, ['account', account], ['free_balance', amount]],
        Transfer: [2, ['from', account], ['to', account], ['amount', amount]],
        Deposit: [7, ['who', account], ['amount', amount]],
        Withdraw: [8, ['who', account], ['amount', amount]],
        Minted: [10, ['who', account], ['amount', amount]],
        Issued: [14, ['amount', amount]],
      }),
    ],
    [
      'TransactionPayment',
      types.variant(['pallet_transaction_payment', 'pallet', 'Event'], {
        TransactionFeePaid: [0, ['who', account], ['actual_fee', amount], ['tip', amount]],
      }),
    ],
    [
      'MessageQueue',
      types.variant(['pallet_message_queue', 'pallet', 'Event'], {
        Processed: [1, ['id', hash], ['origin', origin], ['weight_used', weight], ['success', types.primitive('bool')]],
      }),
    ],
    [
      'Utility',
      types.variant(['pallet_utility', 'pallet', 'Event'], {
        BatchInterrupted: [0, ['index', u32], ['error', failure]],
        BatchCompleted: [1],
        ItemCompleted: [3],
      }),
    ],
    [
      'Assets',
      types.variant(['pallet_assets', 'pallet', 'Event'], {
        Issued: [1, ['asset_id', u32], ['owner', account], ['amount', amount]],
        Transferred: [2, ['asset_id', u32], ['from', account], ['to', account], ['amount', amount]],
        Deposited: [24, ['asset_id', u32], ['who', account], ['amount', amount]],
      }),
    ],
  ]);
  const runtimeEvent = types.variant(
    ['asset_hub_polkadot_runtime', 'RuntimeEvent'],
    Object.fromEntries(
      Object.entries(places).flatMap(([name, index]) => {
        const type = events.get(name);
        return type === undefined ? [] : [[name, [index, [null, type]] as const]];
      }),
    ),
  );
  const phase = types.variant(['frame_system', 'Phase'], {
    ApplyExtrinsic: [0, [null, u32]],
    Finalization: [1],
    Initialization: [2],
  });
  const record = types.composite(
    ['frame_system', 'EventRecord'],
    [
      ['phase', phase],
      ['event', runtimeEvent],
      ['topics', types.sequence(hash)],
    ],
  );
  return { events, eventRecords: types.sequence(record) };
}
