import { translator } from './translator.js';

describe('translator', () => {
  const t = translator('en', {
    'jobs.total_one': 'one job',
    'jobs.total_other': '{count} jobs',
    hello: 'Hello {name}',
  });

  it('fills in names and formats numbers', () => {
    expect(t('hello', { name: 'Ada' })).toBe('Hello Ada');
    expect(t('jobs.total', { count: 1 })).toBe('one job');
    expect(t('jobs.total', { count: 1234 })).toBe('1,234 jobs');
  });

  it('leaves unknown keys and unknown names as they are', () => {
    expect(t('nowhere')).toBe('nowhere');
    expect(t('hello', { other: 'x' })).toBe('Hello {name}');
  });

  it('chooses plurals by the language', () => {
    const fr = translator('fr', { x_one: 'une offre', x_other: '{count} offres' });
    expect(fr('x', { count: 0 })).toBe('une offre');
  });
});
