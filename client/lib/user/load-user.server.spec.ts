import {
  CreditBalanceDocument,
  GetSubscriptionsDocument,
  OwnOrganizationStatesDocument,
  type RoleName,
  UpdatableOrganizationProfilesDocument,
} from '#contract/generated/operations.js';
import type { PageRequest, Viewer } from '#contract/pages/page-request.js';
import { loadUser } from './load-user.server';

type Answers = Partial<Record<'organizations' | 'states' | 'credits' | 'subscriptions', unknown>>;
const NAMES = new Map<unknown, keyof Answers>([
  [UpdatableOrganizationProfilesDocument, 'organizations'],
  [OwnOrganizationStatesDocument, 'states'],
  [CreditBalanceDocument, 'credits'],
  [GetSubscriptionsDocument, 'subscriptions'],
]);
const GOOD: Answers = {
  organizations: { ok: true, data: { updatableOrganizationProfiles: [{ id: '7', name: 'One' }] } },
  states: { ok: true, data: { updatableOrganizationProfiles: [{ id: '7', openJobs: 2, isPublic: true }] } },
  credits: { ok: true, data: { creditBalance: [{ type: 'job', amount: 3 }] } },
  subscriptions: { ok: true, data: { getSubscriptions: { subscriptions: [{ id: '1' }], total: 4, errors: [] } } },
};
const ALL = ['organizations', 'credits', 'subscriptions'] as const;

/** A request that records the queries to the backend. */
function asking(
  roles: RoleName[] | null,
  {
    organization = '7',
    subscriptions = true,
    answers = GOOD,
  }: { organization?: string | null; subscriptions?: boolean; answers?: Answers } = {},
) {
  const asked: string[] = [];
  const user = {
    roles: roles?.map((targetId) => ({ targetId })),
    activeOrganization: organization === null ? null : { id: organization },
  };
  const request = {
    viewer: roles && ({ user, masqueraded: false, isNewUserViaSocial: false } as unknown as Viewer),
    site: { features: { subscriptions } },
    graphql: (document: unknown) => {
      const name = NAMES.get(document)!;
      asked.push(name);
      return Promise.resolve(answers[name]);
    },
  } as unknown as PageRequest;
  return { asked, load: (parts: readonly (typeof ALL)[number][] = ALL) => loadUser(request, parts) };
}

describe('user context', () => {
  it('[ROLE-04] requests organizations, credits and subscriptions only for recruiters', async () => {
    for (const roles of [null, ['applicant'], ['administrator', 'site_admin', 'job_editor']] as (RoleName[] | null)[]) {
      const { asked, load } = asking(roles);
      expect((await load()).authenticated).toBe(roles !== null);
      expect(asked).toEqual([]);
    }
    const { asked, load } = asking(['recruiter']);
    const user = await load();
    expect(asked.sort()).toEqual(['credits', 'organizations', 'states', 'subscriptions']);
    expect(user.currentOrganizationProfile?.name).toBe('One');
    expect([user.credits.data.length, user.subscriptions.total]).toEqual([1, 4]);
  });

  it('[ROLE-04] requests subscriptions only if the site has them, and credits only for a valid organization', async () => {
    const without = asking(['recruiter'], { subscriptions: false });
    await without.load();
    expect(without.asked).not.toContain('subscriptions');
    for (const organization of [null, '', '0', 'x']) {
      const { asked, load } = asking(['recruiter'], { organization });
      await load();
      expect(asked).toEqual(['organizations', 'states']);
    }
  });

  it('[GQL-01] uses the list of the specification if the backend has no more data about organizations', async () => {
    const failure = { kind: 'refused', message: 'x', errors: [{ message: 'Cannot query field "openJobs".' }] };
    const { load } = asking(['recruiter'], { answers: { ...GOOD, states: { ok: false, failure } } });
    expect((await load()).updatableOrganizationProfiles).toEqual([{ id: '7', name: 'One' }]);
  });

  it('[AUTH-19] reports only the server’s messages of failures', async () => {
    const errors = [{ message: 'Not+now%21 <b>Later</b>' }];
    const refused = { ok: false, failure: { kind: 'refused', message: 'x', errors } };
    const away = { ok: false, failure: { kind: 'unreachable', message: 'connect ECONNREFUSED 10.0.0.1' } };
    const { load } = asking(['recruiter'], { answers: { ...GOOD, credits: away, subscriptions: refused } });
    const user = await load();
    expect(user.credits).toEqual({ data: [], loading: false, error: [] });
    expect(user.subscriptions).toEqual({ data: [], loading: false, error: ['Not now! <b>Later</b>'], total: 0 });
  });

  it('[AUTH-19] marks unrequested parts as loading, but only for users who can have them', async () => {
    const loadingOf = async ({ load }: ReturnType<typeof asking>): Promise<boolean[]> => {
      const { credits, subscriptions } = await load([]);
      return [credits.loading, subscriptions.loading];
    };
    expect(await loadingOf(asking(['recruiter']))).toEqual([true, true]);
    expect(await loadingOf(asking(['recruiter'], { subscriptions: false }))).toEqual([true, false]);
    expect(await loadingOf(asking(['recruiter'], { organization: '0' }))).toEqual([false, false]);
    expect(await loadingOf(asking(['applicant']))).toEqual([false, false]);
    expect(await loadingOf(asking(null))).toEqual([false, false]);
    const loaded = await asking(['recruiter']).load();
    expect([loaded.credits.loading, loaded.subscriptions.loading]).toEqual([false, false]);
  });

  it('[ROLE-06] only people who are logged in are asked for consent', async () => {
    expect((await asking(null).load()).isAskedForConsent).toBe(false);
    expect((await asking(['applicant']).load()).isAskedForConsent).toBe(true);
  });
});
