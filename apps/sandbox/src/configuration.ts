import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

const Environment = z.object({
  SANDBOX_PORT: port.default(3001),
  DATA_DIR: z.string().min(1).default('.data'),
  SANDBOX_BLOCK_SECONDS: z.coerce.number().min(0).max(3_600).default(2),
  SANDBOX_TRANSFER_MS: z.coerce.number().int().min(0).max(3_600_000).default(1_000),
  SANDBOX_CALLBACK_URL: z.url().default('http://127.0.0.1:3000/api/callbacks/'),
  ANVIL: z.string().optional(),
});

export interface Configuration {
  /** 0: any free port. */
  readonly port: number;
  readonly dataDir: string;
  /** 0: blocks only when asked. */
  readonly blockSeconds: number;
  /** From a transfer's acceptance to its end. */
  readonly transferMs: number;
  /** Each provider sends its callbacks to its name below this. */
  readonly callbackUrl: string;
  /** The path of an anvil in place of the packaged one; undefined for that one. */
  readonly anvil: string | undefined;
}

/** The configuration in these variables. Throws a sentence that names each wrong one. */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The sandbox can't start with these variables. ${problems.join('. ')}.`);
  }
  return {
    port: parsed.data.SANDBOX_PORT,
    dataDir: parsed.data.DATA_DIR,
    blockSeconds: parsed.data.SANDBOX_BLOCK_SECONDS,
    transferMs: parsed.data.SANDBOX_TRANSFER_MS,
    callbackUrl: parsed.data.SANDBOX_CALLBACK_URL,
    anvil: parsed.data.ANVIL || undefined,
  };
}
