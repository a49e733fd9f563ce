import { ExternalSecret } from '@kubernetes-models/external-secrets/external-secrets.io/v1/ExternalSecret';
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor';
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import type { KubernetesObject } from './render-chart.js';

const MODELS = [
  ConfigMap,
  CronJob,
  Deployment,
  ExternalSecret,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  PodMonitor,
  PrometheusRule,
  Service,
  ServiceAccount,
];

/** @returns violations of the schema of Kubernetes or of an operator: the validator's messages, and each unknown field */
export function violationsOf(object: KubernetesObject): string[] {
  const model = MODELS.find(({ apiVersion, kind }) => apiVersion === object.apiVersion && kind === object.kind);
  if (!model) return [`There is no schema of ${object.apiVersion} ${object.kind}`];
  const read = new Set<string>();
  try {
    model.prototype.validate.call(recording(object, '', read));
  } catch (error) {
    return [(error as Error).message];
  }
  return pathsOf(object)
    .filter((path) => !read.has(path))
    .map((path) => `There is no field ${path}`);
}

/** The schemas do not mention unknown fields, which an API server drops or refuses. A field that the validator never reads is unknown. */
function recording<T>(value: T, path: string, read: Set<string>): T {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name);
      if (typeof name !== 'string' || !Object.hasOwn(target, name)) return found;
      read.add(`${path}/${name}`);
      return recording(found, `${path}/${name}`, read);
    },
  });
}

function pathsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [`${path}/${name}`, ...pathsOf(each, `${path}/${name}`)]);
}
