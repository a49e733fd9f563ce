import { renderChart, type KubernetesObject } from './render-chart.js';

export const CHART = 'deploy/helm/causeboard';
export const MINIMAL = {
  image: { repository: 'registry.example.org/causeboard' },
  settings: { PUBLIC_URL: 'https://jobs.example.org' },
  secrets: { existingSecret: 'causeboard-secrets' },
};
export const EXTERNAL_SECRETS = {
  ...MINIMAL,
  secrets: {
    keys: { DATABASE_URL: 'pooled-url', SMTP_URL: null, STRIPE_SECRET_KEY: 'stripe', STRIPE_WEBHOOK_SECRET: 'hook' },
    migrationDatabaseUrlKey: 'direct-url',
    external: {
      enabled: true,
      storeName: 'vault',
      storeKind: 'ClusterSecretStore',
      remoteKey: 'causeboard/production',
      remoteRefs: { 'direct-url': { key: 'database/jobs', property: 'url' } },
    },
  },
};
export const EVERYTHING = {
  ...MINIMAL,
  image: {
    repository: 'registry.example.org/causeboard',
    tag: `2026.11@sha256:${'0'.repeat(64)}`,
    pullPolicy: 'Always',
  },
  imagePullSecrets: [{ name: 'registry' }],
  settings: {
    PUBLIC_URL: 'https://jobs.example.org',
    SITES: 'charity-ca=jobs.example.org',
    SHUTDOWN_DELAY_MS: '15000',
    SHUTDOWN_TIMEOUT_MS: '60500',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  },
  secrets: {
    existingSecret: '0123',
    keys: { DATABASE_REPLICA_URLS: 'replicas' },
    migrationDatabaseUrlKey: 'MIGRATION_DATABASE_URL',
  },
  web: { readinessPath: '/health/live', autoscaling: { enabled: true, minReplicas: 3, maxReplicas: 9 } },
  worker: { replicas: 2, podDisruptionBudget: { maxUnavailable: '50%' } },
  migrations: { activeDeadlineSeconds: 1_000_000 },
  service: { annotations: { 'example.org/a': 'b' } },
  ingress: {
    enabled: true,
    className: 'nginx',
    annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '20m' },
    hosts: ['jobs.example.org', 'www.example.com'],
    tls: [{ secretName: 'jobs-tls', hosts: ['jobs.example.org', 'www.example.com'] }],
  },
  metrics: {
    enabled: true,
    podMonitor: { enabled: true, labels: { release: 'prometheus' } },
    prometheusRule: { enabled: true, labels: { release: 'prometheus' } },
  },
  networkPolicy: {
    enabled: true,
    proxy: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } }],
    prometheus: [{ podSelector: { matchLabels: { app: 'prometheus' } }, namespaceSelector: {} }],
    egress: {
      database: { ports: [5433], to: [{ ipBlock: { cidr: '10.1.0.0/16', except: ['10.1.2.0/24'] } }] },
      more: [{ to: [{ podSelector: { matchLabels: { app: 'photon' } } }], ports: [{ port: 2322, protocol: 'TCP' }] }],
    },
  },
  backup: { enabled: true, keep: 10_000, passphraseKey: 'BACKUP_PASSPHRASE' },
  serviceAccount: { annotations: { 'example.org/role': 'jobs' } },
  podAnnotations: { 'example.org/note': 'yes' },
  podLabels: { team: 'jobs' },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'jobs', effect: 'NoSchedule' }],
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] }],
      },
    },
  },
  priorityClassName: 'important',
};
/** Sets of values to render the chart with, each with a name. */
export const SETS = Object.entries({
  'the least values': MINIMAL,
  'external secrets': EXTERNAL_SECRETS,
  'everything on': EVERYTHING,
});
export interface Container {
  command?: string[];
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  [field: string]: unknown;
}
export interface Pod {
  metadata: { labels: Record<string, string>; annotations?: Record<string, string> };
  spec: { containers: [Container]; terminationGracePeriodSeconds?: number; [field: string]: unknown };
}
export interface WithPods {
  replicas?: number;
  selector: { matchLabels: Record<string, string> };
  template: Pod;
  [field: string]: unknown;
}

const rendered = new Map<object, KubernetesObject[]>();

/** @returns the objects that the chart produces with these values, rendered only once per set of values */
export function render(values: object): KubernetesObject[] {
  if (!rendered.has(values)) rendered.set(values, renderChart(CHART, values as Record<string, unknown>));
  return rendered.get(values)!;
}

export function ofKind(values: object, kind: string): KubernetesObject[] {
  return render(values).filter((object) => object.kind === kind);
}

/** @throws if the chart produces no such object */
export function find(values: object, kind: string, name: string): KubernetesObject {
  const found = ofKind(values, kind).find(({ metadata }) => metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}`);
  return found;
}

/** Returns the object that creates the pods of a role: `web`, `worker`, `migrate` or `backup`. */
export function withPods(values: object, role: string): WithPods {
  if (role !== 'backup')
    return find(values, role === 'migrate' ? 'Job' : 'Deployment', `jobs-causeboard-${role}`).spec as WithPods;
  const { jobTemplate } = find(values, 'CronJob', 'jobs-causeboard-backup').spec as { jobTemplate: { spec: WithPods } };
  return jobTemplate.spec;
}

export function pod(values: object, role: string): Pod {
  return withPods(values, role).template;
}
