import { readFileSync } from 'node:fs';
import type { AccountRule } from '#contract/accounts/account-rules.js';
import { messageOf } from './fault-messages.js';

const CATALOGUES = new URL('../../../../catalogues/', import.meta.url);

describe('messages about rules', () => {
  it.each(['en', 'de', 'fr'])(
    '[VALID-01] [VALID-03] are the same in the browser as from the backend: %s',
    (language) => {
      const catalogue = JSON.parse(readFileSync(new URL(`${language}/account.json`, CATALOGUES), 'utf8')) as {
        rule: Record<AccountRule, string>;
      };
      const rules = Object.keys(catalogue.rule) as AccountRule[];
      expect(rules.length).toBeGreaterThan(4);
      expect(rules.map((rule) => messageOf({ rule }, language))).toEqual(rules.map((rule) => catalogue.rule[rule]));
    },
  );
});
