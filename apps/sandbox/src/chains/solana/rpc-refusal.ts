/** A node's own refusal of a call, with its code. */
export class RpcRefusal extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** JSON-RPC's own code. */
export const INVALID_PARAMS = -32_602;
