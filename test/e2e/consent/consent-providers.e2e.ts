import { expect } from '@playwright/test';
import { test } from '../support/consent-product';
import { ANSWER_SCENARIOS } from './answer-scenarios';
import { BUILT_IN_SCENARIOS } from './built-in-scenarios';
import { DECISION_SCENARIOS } from './decision-scenarios';
import type { Scenario } from './provider-scenario';
import { STUBBED_PROVIDERS } from './provider-stubs';
import { productParts, ProviderVisit } from './provider-visit';
import { SCRIPT_SCENARIOS } from './script-scenarios';
import { VisitLane } from './visit-lane';

const SCENARIOS: readonly Scenario[] = [
  ...DECISION_SCENARIOS,
  ...ANSWER_SCENARIOS,
  ...SCRIPT_SCENARIOS,
  ...BUILT_IN_SCENARIOS,
];
const MIN_SCENARIOS = 28;
/** Number of simultaneous visits; most of a visit is waiting for things that must not happen. */
const LANES = 6;

for (const provider of STUBBED_PROVIDERS) {
  const scenarios = SCENARIOS.filter(({ external, builtIn }) => (provider.isBuiltIn ? !external : !builtIn));

  test(`[CONSENT-01] [CONSENT-02] ${provider.name} answers, and we load what it grants: the contract of all providers`, async ({
    browser,
    on,
  }) => {
    test.setTimeout(120_000);
    expect(scenarios.length).toBeGreaterThanOrEqual(MIN_SCENARIOS);
    const parts = await productParts(on('/consent-test'));
    const failures: string[] = [];
    const waiting = [...scenarios];
    const lane = async (): Promise<void> => {
      const visits = new VisitLane(browser);
      for (let scenario = waiting.shift(); scenario; scenario = waiting.shift()) {
        const visit = await ProviderVisit.begin(visits, provider, parts, scenario.scene ?? {});
        try {
          await scenario.run(visit);
        } catch (error) {
          failures.push(`${scenario.title}:\n${(error as Error).message}`);
        } finally {
          await visit.end();
        }
      }
      await visits.close();
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(failures.join('\n\n')).toBe('');
  });
}
