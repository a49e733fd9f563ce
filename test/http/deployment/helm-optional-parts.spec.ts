import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { parseBackupCommand } from '../../../src/backend/cli/backup-options.js';
import {
  CHART,
  EVERYTHING,
  EXTERNAL_SECRETS,
  find,
  MINIMAL,
  ofKind,
  pod,
  render,
  withPods,
} from '../../support/helm/chart-under-test.js';
import { violationsOf } from '../../support/helm/kubernetes-schemas.js';
import { removeRenderer, renderChart } from '../../support/helm/render-chart.js';

interface Rule {
  from?: object[];
  to?: object[];
  ports: { port: number | string; protocol: string }[];
}
interface Policy {
  podSelector: {
    matchLabels: Record<string, string>;
    matchExpressions?: { key: string; operator: string; values: string[] }[];
  };
  policyTypes: string[];
  ingress?: Rule[];
  egress?: Rule[];
}

const ROLES = ['web', 'worker', 'migrate', 'backup'];
const FROM_INGRESS = [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress' } } }];

/** All rules that apply to the pods of a role, combined as a cluster combines them. */
function rulesFor(values: object, role: string) {
  const { labels } = pod(values, role).metadata;
  const policies = ofKind(values, 'NetworkPolicy')
    .map(({ spec }) => spec as Policy)
    .filter(
      ({ podSelector: { matchLabels, matchExpressions = [] } }) =>
        Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
        matchExpressions.every(
          ({ key, operator, values: allowed }) => operator === 'In' && allowed.includes(labels[key]!),
        ),
    );
  return {
    isClosed: ['Ingress', 'Egress'].every((type) => policies.some(({ policyTypes }) => policyTypes.includes(type))),
    ingress: policies.flatMap(({ ingress = [] }) => ingress),
    egress: policies.flatMap(({ egress = [] }) => egress),
  };
}

afterAll(removeRenderer);

describe('certificates of other authorities', () => {
  it.each(ROLES)('[OPS-02] are trusted by the pods of %s, if a ConfigMap is named', (role) => {
    const values = { ...EVERYTHING, extraCertificates: { configMap: 'provider', key: 'root.pem' } };
    const { containers, volumes } = pod(values, role).spec as {
      containers: [{ env: object[]; volumeMounts: object[] }];
      volumes: object[];
    };
    expect(containers[0].env).toContainEqual({ name: 'NODE_EXTRA_CA_CERTS', value: '/certificates/root.pem' });
    expect(containers[0].volumeMounts).toContainEqual({
      name: 'certificates',
      mountPath: '/certificates',
      readOnly: true,
    });
    expect(volumes).toContainEqual({ name: 'certificates', configMap: { name: 'provider' } });
    expect(JSON.stringify(pod(EVERYTHING, role).spec)).not.toContain('certificates');
    expect(render(values).flatMap(violationsOf)).toEqual([]);
  });
});

describe('the time in which a pod has to be ready', () => {
  it.each(['web', 'worker'])('[OPS-02] can be longer for the index of a large site: %s', (role) => {
    const values = { ...MINIMAL, startupSeconds: 7200 };
    const { startupProbe } = pod(values, role).spec.containers[0] as unknown as {
      startupProbe: { periodSeconds: number; failureThreshold: number };
    };
    expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBe(7200);
    const { spec } = find(values, 'Deployment', `jobs-causeboard-${role}`);
    // Otherwise the cluster would report a failure earlier.
    expect((spec as { progressDeadlineSeconds: number }).progressDeadlineSeconds).toBeGreaterThan(7200);
  });
});

const portsOf = (rules: Rule[]) => rules.flatMap(({ ports }) => ports.map(({ port }) => port));

describe('network policies of the Helm chart', () => {
  it.each(ROLES)('[OPS-02] block all traffic of the pods of %s that is not listed', (role) => {
    const { isClosed, ingress, egress } = rulesFor(EVERYTHING, role);
    expect(isClosed).toBe(true);
    // A rule without peers would allow every source, and one without ports every port.
    for (const { from } of ingress) expect(from!.length).toBeGreaterThan(0);
    for (const { ports } of [...ingress, ...egress]) expect(ports.length).toBeGreaterThan(0);
  });

  it('[OPS-02] allow the proxy to reach web processes, and Prometheus to reach the metrics', () => {
    const { proxy, prometheus } = EVERYTHING.networkPolicy;
    const metrics = { from: prometheus, ports: [{ port: 'metrics', protocol: 'TCP' }] };
    const web = { from: proxy, ports: [{ port: 'http', protocol: 'TCP' }] };
    expect(rulesFor(EVERYTHING, 'web').ingress).toEqual([web, metrics]);
    expect(rulesFor(EVERYTHING, 'worker').ingress).toEqual([metrics]);
    for (const role of ['migrate', 'backup']) expect(rulesFor(EVERYTHING, role).ingress).toEqual([]);
    const names = pod(EVERYTHING, 'web').spec.containers[0].ports as { name: string }[];
    expect(names.map(({ name }) => name)).toEqual(['http', 'metrics']);
  });

  it('[OPS-02] allow processes to reach what their settings name, and migrations and backups to reach only the database', () => {
    for (const role of ['migrate', 'backup'])
      expect(portsOf(rulesFor(EVERYTHING, role).egress)).toEqual([53, 53, 5433]);
    for (const role of ['web', 'worker'])
      expect(portsOf(rulesFor(EVERYTHING, role).egress)).toEqual([53, 53, 5433, 6379, 465, 587, 4318, 443, 2322]);
    const [udp, tcp] = rulesFor(EVERYTHING, 'web').egress[0]!.ports;
    expect([udp, tcp]).toEqual([
      { port: 53, protocol: 'UDP' },
      { port: 53, protocol: 'TCP' },
    ]);
    const database = rulesFor(EVERYTHING, 'backup').egress.find(({ ports }) => ports[0]!.port === 5433)!;
    expect(database.to).toEqual(EVERYTHING.networkPolicy.egress.database.to);
  });

  it('[OPS-02] allow nothing for services that are not used, and no private networks for services of others', () => {
    const values = {
      ...MINIMAL,
      secrets: { existingSecret: 'a', keys: { REDIS_URL: null, SMTP_URL: null } },
      networkPolicy: { enabled: true, proxy: FROM_INGRESS },
    };
    const { ingress, egress } = rulesFor(values, 'worker');
    expect([ingress, portsOf(egress)]).toEqual([[], [53, 53, 5432, 6432, 443]]);
    const https = egress.find(({ ports }) => ports[0]!.port === 443)!;
    const [{ ipBlock }] = https.to as [{ ipBlock: { cidr: string; except: string[] } }];
    expect(ipBlock.cidr).toBe('0.0.0.0/0');
    // They include the addresses at which cloud providers hand out credentials.
    expect(ipBlock.except).toEqual(expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '192.168.0.0/16']));
    expect(ofKind(values, 'NetworkPolicy').flatMap(violationsOf)).toEqual([]);
  });

  it('[OPS-02] are the same as in the documentation', () => {
    const [, example] = /```yaml\n(# network\.yaml\n[^`]*)```/.exec(readFileSync('docs/operating.md', 'utf8'))!;
    const values = { ...MINIMAL, ...(parse(example!) as object), metrics: { enabled: true } };
    expect(rulesFor(values, 'web').ingress).toHaveLength(2);
    expect(portsOf(rulesFor(values, 'migrate').egress)).toEqual([53, 53, 5432]);
  });

  it.each([
    ['proxy', { ...MINIMAL, networkPolicy: { enabled: true } }],
    ['prometheus', { ...MINIMAL, metrics: { enabled: true }, networkPolicy: { enabled: true, proxy: FROM_INGRESS } }],
    ['proxy', { ...MINIMAL, networkPolicy: { enabled: true, proxy: [{}] } }],
    ['ports', { ...MINIMAL, networkPolicy: { egress: { redis: { ports: [] } } } }],
  ])('[OPS-02] are refused without %s, because no peer means everybody', (name, values) => {
    expect(() => renderChart(CHART, values)).toThrow(new RegExp(name));
  });
});

describe('alerts of the Helm chart', () => {
  const shipped = parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')) as {
    groups: { name: string; rules: { alert: string }[] }[];
  };

  it('[OPS-03] are the same as in the file for Prometheus, word for word', () => {
    const all = { ...EVERYTHING, metrics: { enabled: true, prometheusRule: { enabled: true, without: [] } } };
    expect(ofKind(all, 'PrometheusRule').map(({ spec }) => spec)).toEqual([shipped]);
    expect(shipped.groups[0]!.rules.length).toBeGreaterThan(5);
  });

  it('[OPS-03] omit the alerts named in the values: by default the memory limit, which belongs to pm2', () => {
    const rule = find(EVERYTHING, 'PrometheusRule', 'jobs-causeboard');
    const spec = rule.spec as typeof shipped;
    expect(rule.metadata).toMatchObject({ labels: { release: 'prometheus' } });
    expect(spec.groups[0]!.rules).toEqual(shipped.groups[0]!.rules.filter(({ alert }) => alert !== 'CauseboardMemory'));
    expect(spec.groups[0]!.rules).toHaveLength(shipped.groups[0]!.rules.length - 1);
  });

  it('[OPS-03] select the job name that the PodMonitor gives to the processes', () => {
    const jobs = [...JSON.stringify(shipped).matchAll(/job=\\"(\w+)\\"/g)].map(([, job]) => job);
    expect(new Set(jobs)).toEqual(new Set([pod(EVERYTHING, 'web').metadata.labels['app.kubernetes.io/name']]));
  });

  it('[OPS-03] do not exist if metrics are disabled', () => {
    expect(ofKind({ ...MINIMAL, metrics: { prometheusRule: { enabled: true } } }, 'PrometheusRule')).toEqual([]);
  });
});

describe('backups of the Helm chart', () => {
  const claimOf = (values: object) =>
    (pod(values, 'backup').spec.volumes as { name: string; persistentVolumeClaim?: { claimName: string } }[]).find(
      ({ name }) => name === 'backups',
    )!.persistentVolumeClaim!.claimName;
  const environmentOf = (values: object) => pod(values, 'backup').spec.containers[0].env;

  it('[OPS-05] are made one at a time, on a schedule, and a failed one is retried', () => {
    expect(find(EVERYTHING, 'CronJob', 'jobs-causeboard-backup').spec).toMatchObject({
      schedule: '15 2 * * *',
      timeZone: 'Etc/UTC',
      concurrencyPolicy: 'Forbid',
    });
    expect(withPods(EVERYTHING, 'backup')).toMatchObject({ backoffLimit: 2, activeDeadlineSeconds: 14_400 });
    expect(pod(EVERYTHING, 'backup').spec.restartPolicy).toBe('Never');
    // The documentation uses this name to find them.
    const { jobTemplate } = find(EVERYTHING, 'CronJob', 'jobs-causeboard-backup').spec as { jobTemplate: object };
    expect(jobTemplate).toMatchObject({ metadata: { labels: { 'app.kubernetes.io/component': 'backup' } } });
  });

  it('[OPS-05] run the command of the image, with the number of backups to keep', () => {
    const [{ command, volumeMounts, image }] = pod(EVERYTHING, 'backup').spec.containers;
    const [program, name, ...args] = command!;
    expect([program, name]).toEqual(['causeboard', 'backup']);
    expect(existsSync(`src/backend/cli/${name!}.ts`)).toBe(true);
    expect(parseBackupCommand(args, {})).toMatchObject({ target: { folder: '/backups', keep: 10_000 } });
    expect(volumeMounts).toContainEqual({ name: 'backups', mountPath: '/backups' });
    expect(image).toBe(pod(EVERYTHING, 'web').spec.containers[0].image);
  });

  it('[OPS-05] are on a volume that is kept when the release is removed, or on one of the operator', () => {
    const claim = find(EVERYTHING, 'PersistentVolumeClaim', claimOf(EVERYTHING));
    expect(claim.metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' });
    expect(claim.spec).toEqual({ accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '20Gi' } } });
    const own = { ...MINIMAL, backup: { enabled: true, volume: { existingClaim: 'archive' } } };
    expect([claimOf(own), ofKind(own, 'PersistentVolumeClaim')]).toEqual(['archive', []]);
  });

  it('[OPS-05] read the database directly instead of through the pooler, and are encrypted if this is enabled', () => {
    const from = (name: string, key: string) => ({ valueFrom: { secretKeyRef: { name, key } } });
    expect(environmentOf(EVERYTHING)).toEqual([
      { name: 'DATABASE_URL', ...from('0123', 'MIGRATION_DATABASE_URL') },
      { name: 'BACKUP_PASSPHRASE', ...from('0123', 'BACKUP_PASSPHRASE') },
    ]);
    const recipients = ['age1qqq', 'age1ppp'];
    expect(environmentOf({ ...MINIMAL, backup: { enabled: true, recipients } })).toEqual([
      { name: 'DATABASE_URL', ...from('causeboard-secrets', 'DATABASE_URL') },
      { name: 'BACKUP_RECIPIENTS', value: 'age1qqq,age1ppp' },
    ]);
    const both = { ...MINIMAL, backup: { enabled: true, recipients, passphraseKey: 'a' } };
    expect(() => renderChart(CHART, both)).toThrow(/passphraseKey/);
  });

  it('[OPS-05] go to object storage instead of a volume, with the key for it and that for files', () => {
    const url = 's3://backups/jobs/?endpoint=https://s3.example.org';
    const settings = { ...MINIMAL.settings, FILES_URL: 's3://files' };
    const keys = { AWS_ACCESS_KEY_ID: 'files-id', AWS_SECRET_ACCESS_KEY: 'files-secret' };
    const values = {
      ...EXTERNAL_SECRETS,
      settings,
      secrets: { ...EXTERNAL_SECRETS.secrets, keys: { ...EXTERNAL_SECRETS.secrets.keys, ...keys } },
      backup: { enabled: true, s3: { url, secretAccessKeyKey: 'backup-secret' } },
      networkPolicy: { enabled: true, proxy: FROM_INGRESS },
    };
    const environment = Object.fromEntries(
      environmentOf(values).map(({ name, value, valueFrom }) => [name, value ?? valueFrom!.secretKeyRef.key]),
    );
    expect(environment).toEqual({
      DATABASE_URL: 'direct-url',
      FILES_URL: 's3://files',
      ...keys,
      BACKUP_AWS_ACCESS_KEY_ID: 'BACKUP_AWS_ACCESS_KEY_ID',
      BACKUP_AWS_SECRET_ACCESS_KEY: 'backup-secret',
    });
    const { containers, volumes } = pod(values, 'backup').spec;
    const [, , ...args] = containers[0].command!;
    const filled = { ...environment, BACKUP_AWS_SECRET_ACCESS_KEY: 'x' };
    expect(parseBackupCommand(args, filled)).toMatchObject({
      target: { folder: url, keep: 14 },
      bucket: { bucket: { shown: 's3://backups/jobs/' } },
    });
    expect([JSON.stringify(volumes), JSON.stringify(containers)].join()).not.toContain('"backups"');
    expect(ofKind(values, 'PersistentVolumeClaim')).toEqual([]);
    const { data } = find(values, 'ExternalSecret', 'jobs-causeboard').spec as { data: { secretKey: string }[] };
    const used = environmentOf(values).flatMap(({ valueFrom }) => (valueFrom ? [valueFrom.secretKeyRef.key] : []));
    expect(data.map(({ secretKey }) => secretKey)).toEqual(expect.arrayContaining(used));
    expect(portsOf(rulesFor(values, 'backup').egress)).toEqual([53, 53, 5432, 6432, 443]);
    expect(portsOf(rulesFor(values, 'migrate').egress)).toEqual([53, 53, 5432, 6432]);
    expect(render(values).flatMap(violationsOf)).toEqual([]);
    const keyed = { ...MINIMAL, backup: { enabled: true, s3: { url: 's3://id:secret@backups' } } };
    expect(() => renderChart(CHART, keyed)).toThrow(/url/);
  });

  it('[OPS-05] read their keys from the Secret that the External Secrets Operator makes', () => {
    const values = { ...EXTERNAL_SECRETS, backup: { enabled: true, passphraseKey: 'passphrase' } };
    const { data } = find(values, 'ExternalSecret', 'jobs-causeboard').spec as { data: { secretKey: string }[] };
    const keys = data.map(({ secretKey }) => secretKey);
    expect(keys).toEqual(expect.arrayContaining(['direct-url', 'passphrase', 'pooled-url']));
    expect(new Set(keys).size).toBe(keys.length);
    const used = environmentOf(values).map(({ valueFrom }) => valueFrom!.secretKeyRef);
    expect(used.map(({ name, key }) => [name, keys.includes(key)])).toEqual(used.map(() => ['jobs-causeboard', true]));
    expect(render(values).flatMap(violationsOf)).toEqual([]);
  });
});

it('[OPS-02] backups run without privileges, on a file system on which only their volumes are writable', () => {
  const { spec } = pod(EVERYTHING, 'backup');
  const web = pod(EVERYTHING, 'web').spec;
  for (const field of ['securityContext', 'automountServiceAccountToken', 'enableServiceLinks', 'serviceAccountName'])
    expect([field, spec[field]]).toEqual([field, web[field]]);
  expect(spec.containers[0].securityContext).toEqual(web.containers[0].securityContext);
});
