// The chart takes what an operator may set and no secret among it, runs each role without root on a read-only disk, has room for what a role
// keeps, asks the ports that the program answers, and names no variable that it does not read.
import { readdir } from 'node:fs/promises';
import { NETWORK_IDS, NETWORKS } from '@kobogate/contract';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { SECRET_VARIABLES } from '../apps/server/src/configuration/secrets.ts';
import { KNOWN } from '../apps/server/src/configuration/variables.ts';
import { bytesFor, MOST_IN_FILTER } from '../apps/server/src/custody/watch-list/address-filter.ts';
import { isKnown, knownVariables, read, readJson, walk } from './lib/deploy-files.ts';
import { inRoot } from './lib/paths.mjs';
import { renderChart } from './lib/render-chart.ts';

// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

async function objects(more: Record<string, unknown> = {}): Promise<Loose[]> {
  const folder = 'deploy/chart/templates';
  const names = await readdir(inRoot(folder));
  const files = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await read(`${folder}/${name}`)])),
  );
  const chart = parse(await read('deploy/chart/Chart.yaml'));
  const text = renderChart(files, {
    Values: { ...parse(await read('deploy/chart/values.yaml')), ...more },
    Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
    Release: { Name: 'shop', Service: 'Helm', Namespace: 'pay' },
  });
  return parseAllDocuments(text)
    .filter((document) => document.contents !== null)
    .map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS();
    });
}

const of = (all: Loose[], kind: string): Loose[] => all.filter((each) => each.kind === kind);

/** The one job that alerts, dashboard and runbook ask for. */
async function askedJob(): Promise<string | undefined> {
  const pages = (await readdir(inRoot('docs/runbook'))).map((name) => `docs/runbook/${name}`);
  const files = ['deploy/prometheus/alerts.yml', 'deploy/grafana/kobogate.json', ...pages];
  const texts = await Promise.all(files.map(read));
  const jobs = new Set(texts.flatMap((text) => [...text.matchAll(/job=\\?"([^"\\]+)/g)].map(([, job]) => job)));
  expect(jobs.size).toBe(1);
  return [...jobs][0];
}

describe('[O11] the chart', () => {
  test('takes its own values, and refuses misspelt ones and an ingress without TLS', async () => {
    const validate = new Ajv({ allErrors: true }).compile(await readJson('deploy/chart/values.schema.json'));
    const values = parse(await read('deploy/chart/values.yaml'));
    expect(validate(values), JSON.stringify(validate.errors)).toBe(true);
    const wrong = [
      { environment: { TRUST_PROXY: 1 } },
      { ingress: { enabled: true, host: 'pay.example' } },
      { replicaCount: 3 },
      { roles: { api: values.roles.api } },
      { files: { ...values.files, configMap: 'keys', claim: 'keys' } },
    ];
    for (const each of wrong) expect(validate({ ...values, ...each }), JSON.stringify(each)).toBe(false);
  });

  test('takes every variable that is no secret, and none that is, by the program’s own list', async () => {
    const validate = new Ajv().compile(await readJson('deploy/chart/values.schema.json'));
    const values = parse(await read('deploy/chart/values.yaml'));
    // The chart and the image set these themselves.
    const own = new Set(['ROLES', 'DATA_DIR', 'WEB_DIR', 'PORT', 'METRICS_PORT', 'HOST']);
    for (const name of KNOWN) {
      const isSecret = SECRET_VARIABLES.includes(name);
      expect(validate({ ...values, environment: { [name]: 'x' } }), name).toBe(!isSecret && !own.has(name));
      const file = `${name}_FILE`;
      expect(!isSecret || validate({ ...values, environment: { [file]: '/run/x' } }), file).toBe(true);
    }
  });

  test('has what the restore that is told for a cluster scales and asks, in the counts of its values', async () => {
    const lines = (await walk('The same in a cluster', 'docs/recovery.md')).filter((line) =>
      line.startsWith('kubectl '),
    );
    const all = await objects();
    const pods = [...of(all, 'Deployment'), ...of(all, 'StatefulSet')];
    const counts = new Map<string, number>(
      pods.map(({ kind, metadata, spec }) => [`${kind.toLowerCase()}/${metadata.name}`, spec.replicas]),
    );
    const named = (line: string): string[] => line.match(/\b(?:deployment|statefulset)\/\S+/g) ?? [];
    const [down = '', wait = '', ...after] = lines;
    expect(named(down).toSorted()).toEqual([...counts.keys()].toSorted());
    expect(down).toMatch(/ --replicas=0$/);
    const [, label = '', value] = /--selector (\S+)=(\S+)/.exec(wait) ?? [];
    for (const { spec } of pods) expect(spec.template.metadata.labels[label]).toBe(value);
    for (const line of after) for (const each of named(line)) expect([...counts.keys()]).toContain(each);
    const up = after.filter((line) => line.includes(' scale '));
    const told = up.flatMap((line) => named(line).map((each) => [each, Number(/--replicas=(\d+)$/.exec(line)?.[1])]));
    expect(new Map(told as [string, number][])).toEqual(counts);
  });

  test('runs each role apart, without root, on a read-only disk, asked on the port that every role answers', async () => {
    const all = await objects();
    const pods = [...of(all, 'Deployment'), ...of(all, 'StatefulSet')];
    const roles: string[] = pods.map((each) => each.spec.template.spec.containers[0].env[0].value);
    expect(roles.toSorted()).toEqual(['api', 'watcher', 'worker']);
    for (const { spec } of pods) {
      const pod = spec.template.spec;
      const [container] = pod.containers;
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(pod.automountServiceAccountToken).toBe(false);
      // Longer than the program takes to stop: DRAIN_SECONDS (15 at most) and 22 s.
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(37);
      const ports = container.ports.map(({ name }: Loose) => name);
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
        expect(ports).toContain(container[probe].httpGet.port);
        // A start that takes long, such as after a restore, is no reason to end it.
        expect(container[probe].httpGet.path).toBe(probe === 'readinessProbe' ? '/ready' : '/live');
      }
      const labels = spec.template.metadata.labels;
      for (const [name, value] of Object.entries(spec.selector.matchLabels)) expect(labels[name]).toBe(value);
      const mounted: string[] = container.volumeMounts.map(({ name }: Loose) => name).toSorted();
      const claimed = (spec.volumeClaimTemplates ?? []).map(({ metadata }: Loose) => metadata.name);
      const volumes: string[] = [...pod.volumes.map(({ name }: Loose) => name), ...claimed];
      expect(volumes.toSorted()).toEqual(mounted);
    }
    // What these two keep outlives a pod.
    expect(of(all, 'StatefulSet').map(({ metadata }) => metadata.name)).toEqual(['shop-watcher', 'shop-worker']);
    for (const { spec } of of(all, 'StatefulSet')) expect(spec.volumeClaimTemplates[0].metadata.name).toBe('data');
    expect(of(all, 'PodDisruptionBudget')).toHaveLength(3);
    expect(of(all, 'Ingress')).toHaveLength(0);
  });

  test('has room on the watcher’s volume for the largest list of each family, and one that is being replaced', async () => {
    const watcher = of(await objects(), 'StatefulSet').find(({ metadata }) => metadata.name === 'shop-watcher');
    const { storage } = watcher.spec.volumeClaimTemplates[0].spec.resources.requests;
    const families = new Set(NETWORK_IDS.map((network) => NETWORKS[network].family));
    const bytes = Number(/^(\d+)Gi$/.exec(storage)?.[1]) * 2 ** 30;
    expect(bytes).toBeGreaterThan((families.size + 1) * bytesFor(MOST_IN_FILTER));
  });

  test('sends callers to the API alone, and the metrics’ reader to every role', async () => {
    const ingress = { enabled: true, host: 'pay.example', tlsSecret: 'tls', className: 'nginx', annotations: {} };
    const all = await objects({ ingress, serviceMonitor: { enabled: true, interval: '15s' } });
    const service = of(all, 'Service').find((each) => each.metadata.name === 'shop-kobogate');
    expect(service.spec.selector['app.kubernetes.io/component']).toBe('api');
    const [{ spec }] = of(all, 'Ingress');
    expect(spec.rules[0].http.paths[0].backend.service).toEqual({ name: 'shop-kobogate', port: { name: 'http' } });
    expect(spec.tls).toEqual([{ hosts: ['pay.example'], secretName: 'tls' }]);
    const [monitor] = of(all, 'ServiceMonitor');
    const scraped = of(all, 'Service').filter((each) =>
      Object.entries(monitor.spec.selector.matchLabels).every(([name, value]) => each.metadata.labels[name] === value),
    );
    expect(scraped.map((each) => each.metadata.name)).toEqual(['shop-metrics']);
    expect(scraped[0].spec.selector).not.toHaveProperty(['app.kubernetes.io/component']);
    // The job is what stands in this label of the Service, and alerts and panels ask for no other.
    expect(scraped[0].metadata.labels[monitor.spec.jobLabel]).toBe(await askedJob());
  });

  test('names the role of each process for the metrics’ reader, as the scrape configuration of the other ways does', async () => {
    const all = await objects({ serviceMonitor: { enabled: true, interval: '15s' } });
    const [monitor] = of(all, 'ServiceMonitor');
    const [{ sourceLabels, targetLabel }] = monitor.spec.endpoints[0].relabelings;
    const label = sourceLabels[0].replace('__meta_kubernetes_pod_label_', '');
    const pods = [...of(all, 'Deployment'), ...of(all, 'StatefulSet')].map(({ spec }) => spec.template.metadata.labels);
    const named = pods.map(
      (labels) => Object.keys(labels).find((each) => each.replaceAll(/[./]/g, '_') === label) ?? '',
    );
    const roles: string[] = pods.map((labels, index) => labels[named[index] ?? '']);
    expect(roles.toSorted()).toEqual(['api', 'watcher', 'worker']);
    const [scrape] = parse(await read('deploy/prometheus/prometheus.yml')).scrape_configs;
    expect(scrape.job_name).toBe(await askedJob());
    expect(scrape.dns_sd_configs[0].names).toEqual(['api', 'watcher', 'worker']);
    expect(scrape.relabel_configs).toContainEqual({ source_labels: ['__meta_dns_name'], target_label: targetLabel });
    expect(await read('deploy/prometheus/alerts.yml')).toContain(`by (${targetLabel}) (last_over_time(up{`);
  });

  test.each(['configMap', 'secret', 'claim'])(
    'shows every role the files of a %s, read-only, where the walk says that KEYS_FILE is',
    async (source) => {
      const all = await objects({ files: { configMap: '', secret: '', claim: '', [source]: 'public-keys' } });
      const [, folder] = /KEYS_FILE=(\/\S+)\/kobogate-keys\.txt/.exec(await read('deploy/README.md')) ?? [];
      const pods = [...of(all, 'Deployment'), ...of(all, 'StatefulSet')].map(({ spec }) => spec.template.spec);
      expect(pods).toHaveLength(3);
      for (const { containers, volumes } of pods) {
        const mounts = containers[0].volumeMounts;
        expect(mounts).toContainEqual({ name: 'files', mountPath: folder, readOnly: true });
        const { name: _, ...volume } = volumes.find(({ name }: Loose) => name === 'files');
        const [what] = Object.values<Loose>(volume);
        expect(what.name ?? what.secretName ?? what.claimName).toBe('public-keys');
        expect(Object.keys(volume)).toEqual([source === 'claim' ? 'persistentVolumeClaim' : source]);
      }
    },
  );

  test('keeps files of any size in the claim of files-claim.yaml, which the walk names', async () => {
    const [claim, pod] = parseAllDocuments(await read('deploy/files-claim.yaml')).map((document) => document.toJS());
    expect([claim.kind, pod.kind]).toEqual(['PersistentVolumeClaim', 'Pod']);
    expect(pod.spec.volumes[0].persistentVolumeClaim.claimName).toBe(claim.metadata.name);
    expect(await read('deploy/README.md')).toContain(`--set files.claim=${claim.metadata.name}`);
    // The pod that writes the files has the user of the pods that read them.
    expect(pod.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 });
  });

  test('takes the values that the walk sets, and they reach the ingress and the keys’ files', async () => {
    const text = (await walk('Kubernetes')).join('\n').replaceAll('\\\n', '');
    const values = parse(await read('deploy/chart/values.yaml'));
    for (const [, pairs = ''] of text.matchAll(/--set (\S+)/g)) {
      for (const pair of pairs.split(',')) {
        const [path = '', value = ''] = pair.split('=');
        const [part = '', name = ''] = path.split('.');
        // Helm reads a value as YAML.
        values[part] = { ...values[part], [name]: parse(value) };
      }
    }
    const validate = new Ajv({ allErrors: true }).compile(await readJson('deploy/chart/values.schema.json'));
    expect(validate(values), JSON.stringify(validate.errors)).toBe(true);
    const all = await objects(values);
    const [ingress] = of(all, 'Ingress');
    expect(ingress.spec.rules[0].host).toBe('pay.example');
    const { spec } = of(all, 'StatefulSet').find(({ metadata }) => text.includes(`statefulset/${metadata.name} `));
    const { containers, volumes } = spec.template.spec;
    const map = volumes.find(({ name }: Loose) => name === 'files').configMap.name;
    expect(text).toContain(`kubectl create configmap ${map} --from-file=kobogate-keys.txt`);
    expect(text).toContain(`docker push ${containers[0].image}\n`);
  });

  test('names only variables that the program reads', async () => {
    const names = await knownVariables();
    const [map] = of(await objects(), 'ConfigMap');
    for (const name of Object.keys(map.data)) expect(isKnown(names, name), name).toBe(true);
  });
});
