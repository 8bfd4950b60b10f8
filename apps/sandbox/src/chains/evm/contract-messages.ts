import { createContract, deployContract, type ParsedABI } from 'micro-eth-signer/abi.js';
import { messageOf, Refusal } from '../../platform/refusal.ts';
import { callArguments } from './call-arguments.ts';
import type { CompiledContract, CompiledContracts } from './contracts.ts';
import type { Message } from './faucet.ts';
import { Hex, hexBytes } from './rpc.ts';

/** A contract of the sandbox by name. Throws a `Refusal` that lists them. */
export function findContract(contracts: CompiledContracts, name: string): CompiledContract {
  const contract = Object.hasOwn(contracts, name) ? contracts[name] : undefined;
  if (contract !== undefined) return contract;
  throw new Refusal(`There is no contract ${name}. Choose one of ${Object.keys(contracts).join(', ')}.`);
}

function encode(make: () => Hex): Hex {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(messageOf(error).split('\n')[0] ?? 'The arguments do not fit.');
  }
}

/** The message that deploys a contract with these constructor arguments. */
export function deployMessage(contract: CompiledContract, args: readonly unknown[]): Message {
  const constructor = contract.abi.find((item) => item.type === 'constructor');
  const data = encode(() => {
    const taken = callArguments(constructor?.inputs ?? [], args);
    return constructor === undefined
      ? contract.creation
      : Hex.parse(deployContract(contract.abi, contract.creation, taken));
  });
  return { to: null, value: 0n, data };
}

/** The bytes that call a function of a contract. Throws a `Refusal` where it has none of this name, or takes other arguments. */
export function callData(abi: ParsedABI, name: string, args: readonly unknown[]): Hex {
  const found = abi.find((item) => item.type === 'function' && item.name === name);
  if (found === undefined) throw new Refusal(`The contract has no function ${name}.`);
  const { inputs = [] } = found;
  return encode(() =>
    hexBytes(createContract([found])[name]?.encodeInput(callArguments(inputs, args)) ?? new Uint8Array()),
  );
}

/** The message that calls a function of a contract at an address, with `value` wei. */
export function callMessage(
  contract: CompiledContract,
  call: { address: Hex; function: string; args: readonly unknown[]; value: bigint },
): Message {
  return { to: call.address, value: call.value, data: callData(contract.abi, call.function, call.args) };
}
