// Checks which modules import which, and also the check itself: it must see enough modules, and every rule must find a known-bad fixture.
import { cruise } from 'dependency-cruiser';
import { createRequire } from 'node:module';

const MINIMUM_MODULES = 1200;
const config = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
const options = { ...config.options, ruleSet: { forbidden: config.forbidden }, validate: true, tsConfig: undefined };

const { output: house } = await cruise(['src', 'demo', 'client', 'config'], options);
const { violations, totalCruised } = house.summary;
for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} → ${to}`);
if (totalCruised < MINIMUM_MODULES)
  console.error(`only ${totalCruised} modules were seen; there must be at least ${MINIMUM_MODULES}`);

const { output: bad } = await cruise(['.'], { ...options, baseDir: 'test/architecture/known-bad' });
const caught = new Set(bad.summary.violations.map(({ rule }) => rule.name));
const missed = [...new Set(config.forbidden.map(({ name }) => name))].filter((name) => !caught.has(name));
if (missed.length) console.error(`the known-bad fixture was not caught by: ${missed.join(', ')}`);

process.exitCode = violations.length || totalCruised < MINIMUM_MODULES || missed.length ? 1 : 0;
if (!process.exitCode) console.log(`${totalCruised} modules, no violation`);
