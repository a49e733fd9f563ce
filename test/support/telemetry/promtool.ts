import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The command-line checker of Prometheus. */
export const PROMTOOL = process.env.PROMTOOL_PATH ?? 'promtool';

/** @throws if one is not a valid Prometheus expression */
export function checkQueries(expressions: readonly string[]): void {
  const rules = expressions.map((expr, index) => ({ record: `query${index}`, expr }));
  run(['check', 'rules'], { groups: [{ name: 'queries', rules }] });
}

/**
 * @param series values of each series, one per minute, in promtool's notation
 * @param firing names of all alerts that must fire, by minute
 * @throws if the firing alerts differ
 */
export function checkAlerts(
  rules: string,
  series: Readonly<Record<string, string>>,
  firing: Readonly<Record<number, readonly string[]>>,
): void {
  const queries = Object.entries(firing).map(([minute, names]) => ({
    expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
    eval_time: `${minute}m`,
    exp_samples: names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
  }));
  const input = Object.entries(series).map(([name, values]) => ({ series: name, values }));
  const tests = [{ interval: '1m', input_series: input, promql_expr_test: queries }];
  run(['test', 'rules'], { rule_files: [resolve(rules)], evaluation_interval: '1m', tests });
}

function run(command: readonly string[], content: object): void {
  const folder = mkdtempSync(join(tmpdir(), 'causeboard-promtool-'));
  try {
    const file = join(folder, 'given.yaml');
    // Every JSON document is also a YAML document.
    writeFileSync(file, JSON.stringify(content));
    execFileSync(PROMTOOL, [...command, file], { stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
