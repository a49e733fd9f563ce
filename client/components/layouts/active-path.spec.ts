import { isActivePath, matchesPath } from './active-path';

describe('the active item of a menu', () => {
  it('[ROUTE-10] is the one whose path equals the current path or is a parent of it', () => {
    expect(isActivePath('/jobs', '/jobs')).toBe(true);
    expect(isActivePath('/jobs', '/jobs/health')).toBe(true);
    expect(isActivePath('/jobs?page=2', '/jobs')).toBe(true);
    expect(isActivePath('/jobs', '/jobsearch')).toBe(false);
    expect(isActivePath('/jobs/health', '/jobs')).toBe(false);
  });

  it('[ROUTE-10] takes the home page for nobody else’s parent', () => {
    expect(isActivePath('/', '/')).toBe(true);
    expect(isActivePath('/', '/jobs')).toBe(false);
  });
});

describe('where the logo is no link', () => {
  it('[SITE-09] is said by exact paths and wildcards', () => {
    expect(matchesPath(['/checkout'], '/checkout')).toBe(true);
    expect(matchesPath(['/checkout'], '/checkout/pay')).toBe(false);
    expect(matchesPath(['/checkout/*'], '/checkout/pay')).toBe(true);
    expect(matchesPath(['*'], '/anything')).toBe(true);
    expect(matchesPath([], '/')).toBe(false);
  });
});
