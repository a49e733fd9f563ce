import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const HERE = import.meta.dirname;
const BACKEND = join(HERE, '../../src/backend');
const NAMED = /(?:\$\{BACKEND\}\/|(?:backend|backendModule)\(')([\w./-]+\.js)/g;

// Benchmarks load modules of the build by path, which the compiler does not check.
describe('the modules that benches load', () => {
  const files = readdirSync(HERE, { recursive: true });
  const named = files
    .filter((file) => file.endsWith('.mjs') && !file.endsWith('.spec.mjs'))
    .flatMap((file) => [...readFileSync(join(HERE, file), 'utf8').matchAll(NAMED)].map(([, path]) => ({ file, path })));

  it('are named', () => expect(named.length).toBeGreaterThan(10));

  it.each(named)('$path exists, for $file', ({ path }) => {
    expect(existsSync(join(BACKEND, path.replace(/\.js$/, '.ts')))).toBe(true);
  });
});
