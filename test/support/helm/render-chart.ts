import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';

type Values = Record<string, unknown>;

/** The fields of an object that tests read. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  data?: Record<string, string>;
  spec?: unknown;
}

const RELEASE = 'jobs';
const NAMESPACE = 'production';
/** Folder for compiled packages; without it, Go uses a folder in the home folder. */
const GO_CACHE = resolve('node_modules/.cache/causeboard-programs/go');
let renderer: { folder: string; program: string } | undefined;

/**
 * Renders a chart with `helm template` if HELM_PATH names a Helm program, and otherwise with `render.go`.
 *
 * @param overrides values, as in a file given with `--values`
 * @throws if the values violate the schema of the chart, or a template fails
 */
export function renderChart(chart: string, overrides: Values): KubernetesObject[] {
  const text = process.env.HELM_PATH
    ? withFile(overrides, (file) =>
        run(process.env.HELM_PATH!, ['template', RELEASE, chart, '--namespace', NAMESPACE, '--values', file]),
      )
    : withFile(checkedValues(chart, overrides), (file) => run(compiled(), [chart, file, RELEASE, NAMESPACE]));
  return parseAllDocuments(text)
    .filter((document) => 'toJS' in document && document.contents !== null)
    .map((document) => {
      const [error] = document.errors;
      if (error) throw error;
      return document.toJS() as KubernetesObject;
    });
}

/** Must be called after the last chart is rendered. */
export function removeRenderer(): void {
  if (renderer) rmSync(renderer.folder, { recursive: true, force: true });
  renderer = undefined;
}

function compiled(): string {
  if (!renderer) {
    const folder = mkdtempSync(join(tmpdir(), 'causeboard-helm-'));
    renderer = { folder, program: join(folder, 'render') };
    mkdirSync(GO_CACHE, { recursive: true });
    run(process.env.GO_PATH ?? 'go', ['build', '-o', renderer.program, resolve('test/support/helm/render.go')], {
      // Without modules, Go uses the packages that Debian has installed, and downloads nothing.
      GO111MODULE: 'off',
      GOPATH: '/usr/share/gocode',
      GOCACHE: GO_CACHE,
      GOFLAGS: '',
    });
  }
  return renderer.program;
}

function checkedValues(chart: string, overrides: Values): Values {
  const values = merged(parse(readFileSync(join(chart, 'values.yaml'), 'utf8')) as Values, overrides);
  const schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')) as object;
  const ajv = new Ajv({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
  if (!ajv.validate(schema, values)) throw new Error(ajv.errorsText(ajv.errors, { dataVar: 'values' }));
  return values;
}

/** Merges values as Helm does: objects are merged, everything else is replaced, and null removes a value. */
function merged(base: Values, overrides: Values): Values {
  const entries = Object.entries(overrides).map(([name, value]): [string, unknown] => {
    const own = base[name];
    return [name, isObject(value) ? merged(isObject(own) ? own : {}, value) : value];
  });
  const all = Object.entries({ ...base, ...Object.fromEntries(entries) });
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withFile<T>(values: Values, use: (file: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'causeboard-values-'));
  try {
    const file = join(folder, 'values.yaml');
    // Every JSON document is also a YAML document.
    writeFileSync(file, JSON.stringify(values));
    return use(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws an error with the program's error output */
function run(program: string, args: string[], env: Record<string, string> = {}): string {
  return execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: tmpdir(), ...env },
  });
}
