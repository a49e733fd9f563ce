import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The checker of Prometheus. */
export const PROMTOOL = process.env.PROMTOOL_PATH ?? 'promtool';

/** @throws where one is no expression that Prometheus understands */
export function checkQueries(expressions: readonly string[]): void {
  const rules = expressions.map((expr, index) => ({ record: `query${index}`, expr }));
  const folder = mkdtempSync(join(tmpdir(), 'causeboard-promtool-'));
  try {
    const file = join(folder, 'queries.yaml');
    // JSON is YAML as well.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'queries', rules }] }));
    execFileSync(PROMTOOL, ['check', 'rules', file], { stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
