import type { PageRequest } from '#contract/pages/page-request.js';
import { knownOf } from './known-of.server';

const EMAIL = 'ann@people.test';

function known(names: object | null, resume: unknown = { ok: false }) {
  let asked = 0;
  const request = {
    viewer: names && { user: { email: EMAIL, firstName: null, lastName: null, ...names } },
    graphql: () => {
      asked += 1;
      return Promise.resolve(resume);
    },
  } as unknown as PageRequest;
  return knownOf(request).then((values) => ({ values, asked }));
}

describe('initial values of the application form', () => {
  const resume = { ok: true, data: { ownResume: { personalInfo: { firstName: 'Anna', lastName: 'Bell' } } } };

  it('[APP-01] are empty for visitors who are not logged in', async () => {
    expect(await known(null)).toEqual({ values: {}, asked: 0 });
  });

  it('[APP-01] come from the account, without a query for the resume', async () => {
    const values = { firstName: 'Ann', lastName: 'Bell', emailAddress: EMAIL };
    expect(await known({ firstName: 'Ann', lastName: 'Bell' }, resume)).toEqual({ values, asked: 0 });
  });

  it('[APP-01] come from the resume if the account has none', async () => {
    const values = { firstName: 'Anna', lastName: 'Bell', emailAddress: EMAIL };
    expect(await known({}, resume)).toEqual({ values, asked: 1 });
    expect((await known({ firstName: 'Ann' }, resume)).values).toEqual({ ...values, firstName: 'Ann' });
  });

  it.each([
    ['there is none', { ok: true, data: { ownResume: null } }],
    ['nobody answers', { ok: false }],
  ])('[APP-01] consist of the email address if %s', async (_why, answer) => {
    expect((await known({}, answer)).values).toEqual({ firstName: '', lastName: '', emailAddress: EMAIL });
  });
});
