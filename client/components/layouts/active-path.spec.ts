import { isActivePath, matchesPath } from './active-path';

describe('the active item of a menu', () => {
  it('[ROUTE-10] is the one whose path equals the current path or is a parent of it', () => {
    expect(isActivePath('/jobs', '/jobs')).toBe(true);
    expect(isActivePath('/jobs', '/jobs/health')).toBe(true);
    expect(isActivePath('/jobs?page=2', '/jobs')).toBe(true);
    expect(isActivePath('/jobs', '/jobsearch')).toBe(false);
    expect(isActivePath('/jobs/health', '/jobs')).toBe(false);
  });

  it('[ROUTE-10] does not treat the home page as the parent of other pages', () => {
    expect(isActivePath('/', '/')).toBe(true);
    expect(isActivePath('/', '/jobs')).toBe(false);
  });
});

describe('pages on which the logo is not a link', () => {
  it('[SITE-09] are defined by exact paths and wildcards', () => {
    expect(matchesPath(['/checkout'], '/checkout')).toBe(true);
    expect(matchesPath(['/checkout'], '/checkout/pay')).toBe(false);
    expect(matchesPath(['/checkout/*'], '/checkout/pay')).toBe(true);
    expect(matchesPath(['*'], '/anything')).toBe(true);
    expect(matchesPath([], '/')).toBe(false);
  });
});
