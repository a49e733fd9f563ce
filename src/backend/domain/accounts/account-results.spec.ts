import type { AccountRule } from '#contract/accounts/account-rules.js';
import { readCatalogues } from '#shared/translations/catalogues.js';
import { textsOf } from '../../platform/texts/site-texts.js';
import { accountMessage } from './account-results.js';

const RULES = Object.keys((readCatalogues('backend').en!.errors as { account: Record<string, string> }).account);

describe('messages about accounts', () => {
  it('[VALID-03] name the limit that is checked, in the number format of the language', () => {
    const english = textsOf({}, 'en');
    expect(accountMessage({ rule: 'passwordShort' }, english)).toEqual({
      rule: 'passwordShort',
      params: [{ name: 'min', value: '10' }],
      message: 'Please choose a password of at least 10 characters',
    });
    expect(accountMessage({ rule: 'tooLong' }, textsOf({}, 'de')).message).toBe(
      'Bitte verwenden Sie höchstens 120 Zeichen',
    );
  });

  it('list several organizations as is usual in the language', () => {
    const { message, params } = accountMessage({ rule: 'soleOwner', names: ['A', 'B'] }, textsOf({}, 'fr'));
    expect(message).toContain('propriétaire de A et B,');
    expect(params).toEqual([{ name: 'names', value: 'A et B' }]);
  });

  it.each(['en', 'de', 'fr'])('exist for every rule: %s', (language) => {
    const texts = textsOf({}, language);
    for (const rule of [...RULES, 'required', 'email', 'passwordLong', 'passwordIsEmail', 'consent'] as AccountRule[])
      expect(accountMessage({ rule, names: ['A'] }, texts).message).not.toMatch(/^(errors|rules)\./);
  });

  it('use the texts of the site if it has its own', () => {
    const site = { texts: { en: { 'errors.account.blocked': 'Call us', 'rules.account.required': 'Fill this in' } } };
    expect(accountMessage({ rule: 'blocked' }, textsOf(site, 'en-GB')).message).toBe('Call us');
    expect(accountMessage({ rule: 'required' }, textsOf(site, 'en')).message).toBe('Fill this in');
    expect(accountMessage({ rule: 'required' }, textsOf({}, 'en')).message).toBe('Field is required');
  });
});
