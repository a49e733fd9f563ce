import { withDispatch } from './page-measurement.js';

describe('withDispatch', () => {
  it.each([
    ['/jobs', '/jobs?dispatch=login'],
    ['/jobs?search=a%26b', '/jobs?search=a%26b&dispatch=login'],
    ['/jobs?page=2#job-title', '/jobs?page=2&dispatch=login#job-title'],
    ['/jobs#a?b', '/jobs?dispatch=login#a?b'],
    ['https://jobs.example/dashboard', 'https://jobs.example/dashboard?dispatch=login'],
  ])('[ROUTE-15] %s gets the event as a query parameter and is otherwise unchanged', (address, said) => {
    expect(withDispatch(address, 'login')).toBe(said);
  });
});
