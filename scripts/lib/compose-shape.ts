/**
 * The part of the compose specification (https://github.com/compose-spec/compose-spec/blob/main/spec.md) that deploy/compose.yaml
 * uses, as a JSON schema: what stands there under another name or in another form is refused, as compose itself does. Compose is not
 * on every machine that runs the tests.
 */
const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const texts = { type: 'array', items: text, uniqueItems: true } as const;
const scalar = { type: ['string', 'number', 'boolean', 'null'] } as const;
/** Words of a command line: one text that compose cuts, or a list of texts. A list within the list is none. */
const words = { anyOf: [text, { type: 'array', items: text }] } as const;
const duration = { type: 'string', pattern: '^(?:\\d+(?:h|m|s|ms|us))+$' } as const;
const size = { type: 'string', pattern: '^\\d+(?:b|k|kb|m|mb|g|gb)$' } as const;
const mapOf = (values: object) => ({ type: 'object', additionalProperties: values });
const only = (properties: Readonly<Record<string, object>>, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const bindMount = only(
  {
    type: { enum: ['bind', 'volume', 'tmpfs'] },
    source: text,
    target: text,
    read_only: flag,
    bind: only({ create_host_path: flag }),
  },
  ['type', 'target'],
);

const service = only(
  {
    image: text,
    build: only({ context: text, dockerfile: text }, ['context']),
    profiles: texts,
    env_file: words,
    environment: mapOf(scalar),
    entrypoint: words,
    command: words,
    secrets: texts,
    depends_on: {
      anyOf: [
        texts,
        mapOf(
          only({ condition: { enum: ['service_started', 'service_healthy', 'service_completed_successfully'] } }, [
            'condition',
          ]),
        ),
      ],
    },
    networks: texts,
    ports: texts,
    volumes: { type: 'array', items: { anyOf: [text, bindMount] }, uniqueItems: true },
    tmpfs: words,
    restart: { enum: ['no', 'always', 'on-failure', 'unless-stopped'] },
    init: flag,
    read_only: flag,
    cap_add: texts,
    cap_drop: texts,
    security_opt: texts,
    stop_grace_period: duration,
    mem_limit: size,
    shm_size: size,
    pids_limit: { type: 'integer' },
    healthcheck: only({ test: words, interval: duration, timeout: duration, retries: { type: 'integer' } }),
    logging: only({ driver: text, options: mapOf({ type: ['string', 'number', 'null'] }) }),
  },
  ['image'],
);

const nothing = { type: 'null' } as const;

/** The schema of the whole file, read with its merge keys. */
export const COMPOSE_SHAPE = {
  type: 'object',
  properties: {
    name: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]*$' },
    services: mapOf(service),
    secrets: mapOf(only({ file: text }, ['file'])),
    networks: mapOf({ anyOf: [nothing, only({ internal: flag })] }),
    volumes: mapOf(nothing),
  },
  required: ['name', 'services'],
  patternProperties: { '^x-': {} },
  additionalProperties: false,
};
