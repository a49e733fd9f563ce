import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { settingsSchema } from '../../../src/settings-schema.js';
import {
  CHART,
  EVERYTHING,
  EXTERNAL_SECRETS,
  find,
  MINIMAL,
  ofKind,
  pod,
  render,
  SETS,
  withPods,
  type WithPods,
} from '../../support/helm/chart-under-test.js';
import { violationsOf } from '../../support/helm/kubernetes-schemas.js';
import { renderChart, removeRenderer, type KubernetesObject } from '../../support/helm/render-chart.js';

/** Settings that the chart or the image sets, or that make no sense in a pod. */
const OF_THE_CHART = ['PORT', 'HOST', 'ROLES', 'DATA_DIR', 'METRICS_PORT', 'METRICS_HOST', 'NODE_ENV'];
const NOT_IN_A_POD = ['BACKEND_GRAPHQL_URL', 'NODE_APP_INSTANCE'];

describe('the Helm chart', () => {
  afterAll(removeRenderer);

  it.each(SETS)('[OPS-02] with %s, makes objects that Kubernetes accepts, each once', (_name, values) => {
    const objects = render(values);
    expect(objects.flatMap((object) => violationsOf(object).map((each) => [object.kind, each]))).toEqual([]);
    const names = objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('[OPS-02] makes only the objects that the values ask for', () => {
    const kinds = (values: object) => [...new Set(render(values).map(({ kind }) => kind))].sort();
    const always = ['ConfigMap', 'Deployment', 'Job', 'PodDisruptionBudget', 'Service', 'ServiceAccount'];
    expect(kinds(MINIMAL)).toEqual(always);
    expect(kinds(EXTERNAL_SECRETS)).toEqual([...always, 'ExternalSecret'].sort());
    const optional = ['HorizontalPodAutoscaler', 'Ingress', 'PodMonitor', 'PrometheusRule', 'NetworkPolicy'];
    const ofBackups = ['CronJob', 'PersistentVolumeClaim'];
    expect(kinds(EVERYTHING)).toEqual([...always, ...optional, ...ofBackups].sort());
    const off = { migrations: { enabled: false }, serviceAccount: { create: false } };
    const noBudget = { podDisruptionBudget: { enabled: false } };
    expect(kinds({ ...MINIMAL, ...off, web: noBudget, worker: noBudget })).toEqual([
      'ConfigMap',
      'Deployment',
      'Service',
    ]);
  });

  it('[OPS-02] renders with the values that the documentation shows', () => {
    const [, example] = /```yaml\n(# jobs\.yaml\n[^`]*)```/.exec(readFileSync('docs/operating.md', 'utf8'))!;
    const objects = renderChart(CHART, parse(example!) as Record<string, unknown>);
    expect(objects.map(({ kind }) => kind)).toContain('Ingress');
  });

  it('[OPS-02] detects a field that Kubernetes does not know, a value of another type, and a missing field', () => {
    const [object] = ofKind(MINIMAL, 'Deployment');
    const copy = () => structuredClone(object) as KubernetesObject & { spec: WithPods };
    const unknown = copy();
    unknown.spec.template.spec.containers[0].livenesProbe = {};
    expect(violationsOf(unknown)).toEqual(['There is no field /spec/template/spec/containers/0/livenesProbe']);
    const text = copy();
    text.spec.template.spec.terminationGracePeriodSeconds = '50' as unknown as number;
    expect(violationsOf(text).join()).toContain('terminationGracePeriodSeconds');
    const incomplete = copy();
    delete (incomplete.spec as Partial<WithPods>).selector;
    expect(violationsOf(incomplete).join()).toContain('selector');
    for (const each of [...render(EXTERNAL_SECRETS), ...render(EVERYTHING)]) {
      expect(violationsOf({ ...each, unknown: 1 } as KubernetesObject)).toEqual(['There is no field /unknown']);
      if (!each.spec) continue;
      const spec = { ...each.spec, unknown: 1 };
      expect(violationsOf({ ...each, spec })).toEqual(['There is no field /spec/unknown']);
    }
  });

  it.each([
    ['an unknown value', { ...MINIMAL, replicas: 3 }, /replicas|additional properties/i],
    ['an unknown value below another', { ...MINIMAL, web: { replica: 3 } }, /replica|additional properties/i],
    ['no image', { ...MINIMAL, image: {} }, /repository/],
    ['no public address', { ...MINIMAL, settings: {} }, /PUBLIC_URL/],
    ['no secret', { ...MINIMAL, secrets: {} }, /existingSecret/],
    ['no store', { ...MINIMAL, secrets: { external: { enabled: true } } }, /storeName/],
    ['no DATABASE_URL', { ...MINIMAL, secrets: { existingSecret: 'a', keys: { DATABASE_URL: null } } }, /DATABASE_URL/],
    ['a secret in plain settings', { ...MINIMAL, settings: { ...MINIMAL.settings, AUTH_SECRET: 'a' } }, /settings/],
    ['a setting without quotes', { ...MINIMAL, settings: { ...MINIMAL.settings, TRUST_PROXY: true } }, /TRUST_PROXY/],
    ['a setting that does not exist', { ...MINIMAL, settings: { ...MINIMAL.settings, PUBLIC_ULR: 'a' } }, /settings/],
    ['an Ingress without hosts', { ...MINIMAL, ingress: { enabled: true } }, /hosts/],
    ['labels that selectors use', { ...MINIMAL, podLabels: { 'app.kubernetes.io/name': 'a' } }, /podLabels/],
  ])('[OPS-02] refuses %s', (_name, values, message) => {
    expect(() => renderChart(CHART, values)).toThrow(message);
  });

  it('[OPS-02] describes every value in its schema', () => {
    const schema = JSON.parse(readFileSync(`${CHART}/values.schema.json`, 'utf8')) as { required: string[] };
    const values = parse(readFileSync(`${CHART}/values.yaml`, 'utf8')) as object;
    expect(Object.keys(values).sort()).toEqual([...schema.required].sort());
  });

  it('[OPS-02] accepts every setting of the product, either as plain text or from the secret', () => {
    const { properties } = JSON.parse(readFileSync(`${CHART}/values.schema.json`, 'utf8')) as {
      properties: {
        settings: { propertyNames: { anyOf: [{ enum: string[] }, object] } };
        secrets: { properties: { keys: { propertyNames: { enum: string[] } } } };
      };
    };
    const plain = properties.settings.propertyNames.anyOf[0].enum;
    const secret = properties.secrets.properties.keys.propertyNames.enum;
    // The header for a collector is a standard variable of OpenTelemetry, which is read by its library, not by the product.
    const named = [...plain, ...secret, ...OF_THE_CHART, ...NOT_IN_A_POD, 'OTEL_EXPORTER_OTLP_HEADERS'];
    const known = [...Object.keys(settingsSchema.shape), 'OTEL_EXPORTER_OTLP_HEADERS'];
    expect([...new Set(named)].sort()).toEqual(known.sort());
    const looksSecret = /SECRET|_KEY$|TOKEN$|PASSWORD|^(?:DATABASE|REDIS|SMTP)_|HEADERS/;
    expect(plain.filter((name) => looksSecret.test(name))).toEqual(['CAPTCHA_SITE_KEY']);
    expect(plain.filter((name) => secret.includes(name))).toEqual([]);
  });

  it.each(SETS)(
    '[OPS-02] with %s, all settings exist and are valid, and no secret is in a ConfigMap',
    (_name, values) => {
      const configMaps = ofKind(values, 'ConfigMap');
      expect(configMaps.map(({ metadata }) => metadata.name)).toEqual(['jobs-causeboard']);
      const { data = {} } = configMaps[0]!;
      const secrets = ['web', 'worker', 'migrate'].flatMap((name) =>
        pod(values, name)
          .spec.containers[0].env.filter(({ valueFrom }) => valueFrom)
          .map((each) => each.name),
      );
      expect(secrets.filter((name) => name in data)).toEqual([]);
      const names = [...Object.keys(data), ...secrets, 'ROLES'].filter((name) => name !== 'OTEL_TRACES_SAMPLER');
      expect(names.filter((name) => !(name in settingsSchema.shape))).toEqual([]);
      expect(settingsSchema.safeParse({ ...data, ROLES: 'web' }).error).toBeUndefined();
      expect(ofKind(values, 'Secret')).toEqual([]);
      for (const name of ['web', 'worker']) {
        const [{ env, envFrom }] = pod(values, name).spec.containers;
        expect(envFrom).toEqual([{ configMapRef: { name: 'jobs-causeboard' } }]);
        expect(env.find((each) => each.name === 'ROLES')!.value).toBe(name);
        // Without one of these, a pod would sign sessions with its own secret, or start its own database.
        expect(secrets).toEqual(expect.arrayContaining(['AUTH_SECRET', 'DATABASE_URL']));
      }
    },
  );

  it('[OPS-02] pods are replaced if a plain setting changes, and otherwise not', () => {
    const checksum = (values: object) => pod(values, 'web').metadata.annotations!['checksum/settings'];
    expect(checksum({ ...MINIMAL, web: { replicas: 5 } })).toBe(checksum(MINIMAL));
    const changed = { ...MINIMAL, settings: { ...MINIMAL.settings, LOG_LEVEL: 'debug' } };
    expect(checksum(changed)).not.toBe(checksum(MINIMAL));
  });

  it('[OPS-01] migrations run before everything else, directly on the database if there is a pooler', () => {
    const hook = { 'helm.sh/hook': 'pre-install,pre-upgrade', 'helm.sh/hook-weight': '0' };
    for (const [, values] of SETS) {
      expect(find(values, 'Job', 'jobs-causeboard-migrate').metadata.annotations).toMatchObject(hook);
      const [{ command, envFrom }] = pod(values, 'migrate').spec.containers;
      expect({ command, envFrom }).toEqual({ command: ['causeboard', 'migrate'], envFrom: undefined });
      // Neither the ConfigMap nor the ServiceAccount exists before the first installation.
      expect(pod(values, 'migrate').spec.serviceAccountName).toBeUndefined();
    }
    const url = (values: object) => pod(values, 'migrate').spec.containers[0].env;
    const from = (name: string, key: string) => [{ name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name, key } } }];
    expect(url(MINIMAL)).toEqual(from('causeboard-secrets', 'DATABASE_URL'));
    expect(url(EVERYTHING)).toEqual(from('0123', 'MIGRATION_DATABASE_URL'));
    expect(url(EXTERNAL_SECRETS)).toEqual(from('jobs-causeboard-migrate', 'direct-url'));
    expect(find(EVERYTHING, 'Job', 'jobs-causeboard-migrate').spec).toMatchObject({ activeDeadlineSeconds: 1_000_000 });
  });

  it('[OPS-02] an ExternalSecret provides each key that pods read, and another one the key of the migrations', () => {
    interface External {
      target: { name: string };
      data: { secretKey: string; remoteRef: object }[];
      secretStoreRef: object;
    }
    const [forPods, forMigrations] = ['jobs-causeboard', 'jobs-causeboard-migrate'].map((name) =>
      find(EXTERNAL_SECRETS, 'ExternalSecret', name),
    ) as [KubernetesObject, KubernetesObject];
    const spec = forPods.spec as External;
    expect(spec.secretStoreRef).toEqual({ name: 'vault', kind: 'ClusterSecretStore' });
    const references = pod(EXTERNAL_SECRETS, 'web').spec.containers[0].env.flatMap(({ valueFrom }) =>
      valueFrom ? [valueFrom.secretKeyRef] : [],
    );
    expect([...new Set(references.map(({ name }) => name))]).toEqual([spec.target.name]);
    expect(references.map(({ key }) => key).sort()).toEqual(spec.data.map(({ secretKey }) => secretKey).sort());
    expect(spec.data).toContainEqual({
      secretKey: 'pooled-url',
      remoteRef: { key: 'causeboard/production', property: 'pooled-url' },
    });
    expect(references.map(({ key }) => key)).not.toContain('SMTP_URL');

    expect(forPods.metadata.annotations).toBeUndefined();
    expect(forMigrations.metadata.annotations).toMatchObject({
      'helm.sh/hook': 'pre-install,pre-upgrade',
      'helm.sh/hook-weight': '-5',
    });
    expect((forMigrations.spec as External).data).toEqual([
      { secretKey: 'direct-url', remoteRef: { key: 'database/jobs', property: 'url' } },
    ]);
  });

  it.each(SETS)('[OPS-01] with %s, selectors, budgets and the autoscaler match the pods', (_name, values) => {
    const roles = ['web', 'worker'];
    const matches = (selector: Record<string, string>) =>
      [...roles, 'migrate'].filter((role) =>
        Object.entries(selector).every(([name, value]) => pod(values, role).metadata.labels[name] === value),
      );
    for (const role of roles) {
      expect(matches(withPods(values, role).selector.matchLabels)).toEqual([role]);
      const budget = find(values, 'PodDisruptionBudget', `jobs-causeboard-${role}`).spec as WithPods;
      expect(matches(budget.selector.matchLabels)).toEqual([role]);
      for (const { labelSelector } of pod(values, role).spec.topologySpreadConstraints as {
        labelSelector: WithPods['selector'];
      }[])
        expect(matches(labelSelector.matchLabels)).toEqual([role]);
    }
    const service = find(values, 'Service', 'jobs-causeboard').spec as { selector: Record<string, string> };
    expect(matches(service.selector)).toEqual(['web']);
    for (const { spec } of ofKind(values, 'HorizontalPodAutoscaler')) {
      const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'jobs-causeboard-web' };
      expect(spec).toMatchObject({ scaleTargetRef: target, minReplicas: 3, maxReplicas: 9 });
    }
    for (const { spec } of ofKind(values, 'PodMonitor')) {
      const { selector, podMetricsEndpoints } = spec as WithPods & { podMetricsEndpoints: { port: string }[] };
      expect(spec).toMatchObject({ jobLabel: 'app.kubernetes.io/name' });
      expect(matches(selector.matchLabels)).toEqual(expect.arrayContaining(roles));
      for (const { port } of podMetricsEndpoints)
        expect(pod(values, 'web').spec.containers[0].ports).toContainEqual({ name: port, containerPort: 9464 });
    }
    for (const { spec } of ofKind(values, 'Ingress'))
      expect(JSON.stringify(spec)).toContain('"service":{"name":"jobs-causeboard","port":{"name":"http"}}');
  });

  it('[OPS-01] an image may be given by its digest, which is not a valid label', () => {
    const { metadata, spec } = pod(EVERYTHING, 'web');
    expect(metadata.labels['app.kubernetes.io/version']).toBe('2026.11');
    expect(spec.containers[0]).toMatchObject({ image: expect.stringMatching(/:2026\.11@sha256:0{64}$/) as string });
  });

  it('[OPS-01] the number of replicas comes from the values, or from the autoscaler', () => {
    expect(withPods(MINIMAL, 'web').replicas).toBe(2);
    expect(withPods(MINIMAL, 'worker').replicas).toBe(1);
    expect('replicas' in withPods(EVERYTHING, 'web')).toBe(false);
  });

  it.each(SETS)('[OPS-01] with %s, replacing pods loses no request', (_name, values) => {
    const { data = {} } = find(values, 'ConfigMap', 'jobs-causeboard');
    for (const role of ['web', 'worker']) {
      expect(withPods(values, role).strategy).toEqual({
        type: 'RollingUpdate',
        rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
      });
      const { spec } = pod(values, role);
      const seconds = (Number(data.SHUTDOWN_DELAY_MS) + Number(data.SHUTDOWN_TIMEOUT_MS)) / 1000;
      // A process that hangs exits fifteen seconds after its time limit (src/main.ts).
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(seconds + 15);
      const [{ startupProbe, livenessProbe, readinessProbe, ports }] = spec.containers;
      const at = (path: string) => ({ httpGet: { path, port: 'http' } });
      const readiness = role === 'web' && values === EVERYTHING ? '/health/live' : '/health/ready';
      expect(startupProbe).toMatchObject(at('/health/ready'));
      expect(readinessProbe).toMatchObject(at(readiness));
      expect(livenessProbe).toMatchObject(at('/health/live'));
      expect(ports).toContainEqual({ name: 'http', containerPort: Number(data.PORT) });
    }
  });

  it.each(SETS)(
    '[OPS-02] with %s, pods run without privileges, on a file system that is read-only for them',
    (_name, values) => {
      for (const role of ['web', 'worker', 'migrate']) {
        const { spec } = pod(values, role);
        expect(spec).toMatchObject({
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
        });
        const [{ securityContext, volumeMounts }] = spec.containers;
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(volumeMounts).toEqual([
          { name: 'data', mountPath: '/data' },
          { name: 'tmp', mountPath: '/tmp' },
        ]);
        expect(spec.volumes).toMatchObject([
          { name: 'data', emptyDir: {} },
          { name: 'tmp', emptyDir: {} },
        ]);
      }
    },
  );

  it('[OPS-02] the chart has the version of this release of the product', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(parse(readFileSync(`${CHART}/Chart.yaml`, 'utf8'))).toMatchObject({ appVersion: version });
    const [{ image }] = pod(MINIMAL, 'web').spec.containers;
    expect(image).toBe(`registry.example.org/causeboard:${version}`);
  });
});
