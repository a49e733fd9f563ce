import { ask, LOGIN, type Login, logIn, site } from './ask.js';

it('[GQL-01] userLogin, alias JwtToken: a token, or errors with messages', async () => {
  await logIn('applicant');
  const wrong = { email: 'nobody@demo.causeboard.test', password: 'no such password', anonymousUserToken: null };
  const { JwtToken } = await ask<Login>('JwtToken', LOGIN, wrong);
  expect(JwtToken.jwt).toBeNull();
  expect(JwtToken.errors[0]!.message).toBeTruthy();
});

it('[GQL-01] getUser: the user of the token, nobody without one', async () => {
  const query = `query GetUser { getUser { id name email displayName firstName lastName roles { targetId } emailVerified
    organization { id name } activeOrganization { id name } isUserApprovedAndVerified isEligibleForJobApply masqueraded } }`;
  expect(await ask('GetUser', query)).toEqual({ getUser: null });
  const { getUser } = await ask<{ getUser: object }>('GetUser', query, {}, await logIn('applicant'));
  expect(getUser).toMatchObject({
    email: 'applicant@demo.causeboard.test',
    roles: [{ targetId: 'applicant' }],
    masqueraded: false,
    isEligibleForJobApply: true,
  });
});

it('[GQL-01] [ROUTE-05] getRoutInfo: an error, a redirect or content, with metatags', async () => {
  const query = `query GetRoutInfo($slug: String!, $language: String) { getRoutInfo(slug: $slug, language: $language) {
    __typename
    ... on ErrorResponse { code reason }
    ... on RedirectResponse { code target }
    ... on ContentResponse { content { __typename ... on LandingPage { id title metatags { meta value } } } }
  } }`;
  type Route = { getRoutInfo: { __typename: string; content?: { __typename: string } } };
  const route = (slug: string, language?: string) => ask<Route>('GetRoutInfo', query, { slug, language });
  expect((await route('/nowhere-at-all', 'en')).getRoutInfo).toMatchObject({ __typename: 'ErrorResponse', code: 404 });
  const landing = (await route('/privacy-policy')).getRoutInfo;
  expect([landing.__typename, landing.content?.__typename]).toEqual(['ContentResponse', 'LandingPage']);
});

it('[GQL-01] [GQL-08] getRoutInfo returns content in its contract type, complete for clients that request more', async () => {
  type Found = { searchAPISearch: { documents: { id: string; title: string; url: { path: string } }[] } };
  const { searchAPISearch } = await ask<Found>(
    'FirstJob',
    `query FirstJob { searchAPISearch(index_id: "jobs", range: { first: 0, last: 1 }) {
      documents { ... on JobDocument { id title url { path } } }
    } }`,
  );
  const [job] = searchAPISearch.documents;
  const query = `query GetRoutInfo($slug: String!) { getRoutInfo(slug: $slug) { ... on ContentResponse { content {
    __typename
    ... on Job { id title organization { name metatags { meta value } } metatags { meta value } }
  } } } }`;
  type Content = { metatags: { meta: string; value: string }[]; organization: { name: string; metatags: object[] } };
  const { getRoutInfo } = await ask<{ getRoutInfo: { content: Content } }>('GetRoutInfo', query, {
    slug: job!.url.path,
  });
  const { content } = getRoutInfo;
  expect(content).toMatchObject({ __typename: 'Job', id: job!.id, title: job!.title });
  expect(content.metatags).toContainEqual({ meta: 'title', value: `${job!.title} – ${content.organization.name}` });
  expect(content.organization.metatags).toContainEqual({ meta: 'title', value: content.organization.name });
  // Both ways of loading the content return the same metatags.
  const direct = await ask<{ job: Content }>(
    'JobHead',
    'query JobHead($id: ID!) { job(id: $id) { metatags { meta value } } }',
    {
      id: job!.id,
    },
  );
  expect(direct.job.metatags).toEqual(content.metatags);
});

it('[GQL-01] creditBalance, getSubscriptions and updatableOrganizationProfiles of a recruiter', async () => {
  const jwt = await logIn('recruiter');
  const profiles = await ask<{ updatableOrganizationProfiles: { id: string; name: string }[] }>(
    'UpdatableOrganizationProfiles',
    'query UpdatableOrganizationProfiles { updatableOrganizationProfiles { id name } }',
    {},
    jwt,
  );
  const organizationId = profiles.updatableOrganizationProfiles[0]!.id;
  const { creditBalance } = await ask<{ creditBalance: object[] }>(
    'CreditBalance',
    `query CreditBalance($organizationId: ID) {
      creditBalance(organizationId: $organizationId) { amount label organizationName type frontend }
    }`,
    { organizationId },
    jwt,
  );
  expect(creditBalance[0]).toMatchObject({ amount: expect.any(Number) as number, frontend: site });
  const { getSubscriptions } = await ask<{ getSubscriptions: { subscriptions: object[]; total: number } }>(
    'GetSubscriptions',
    `query GetSubscriptions($filters: [SubscriptionFilterInput!], $sorting: [SubscriptionSortInput!], $limit: Int!, $offset: Int,
        $showSubscriptionsFromAllFrontends: Boolean, $organizationId: ID) {
      getSubscriptions(filters: $filters, sorting: $sorting, limit: $limit, offset: $offset,
        showSubscriptionsFromAllFrontends: $showSubscriptionsFromAllFrontends, organizationId: $organizationId) {
        subscriptions { id startDate endDate label organizationName availableJobSlots usageResumeContactSlots { active available total }
          status { label value } type frontend product { id name } absoluteUrl }
        total
        errors { message }
      }
    }`,
    { limit: 100, offset: 0, organizationId, showSubscriptionsFromAllFrontends: true },
    jwt,
  );
  expect(getSubscriptions).toMatchObject({ errors: [], total: expect.any(Number) as number });
  expect(getSubscriptions.subscriptions.length).toBe(Math.min(getSubscriptions.total, 100));
});

it('[GQL-01] getAppConfig and MiniPolicy for everybody', async () => {
  const { getAppConfig } = await ask<{ getAppConfig: object[] }>(
    'GetAppConfig',
    'query GetAppConfig { getAppConfig { name key value } }',
  );
  expect(getAppConfig).toEqual(expect.any(Array));
  const { menu } = await ask<{ menu: { items: { title: string; url: { path: string } }[] } }>(
    'MiniPolicy',
    'query MiniPolicy { menu(name: "mini-policy") { name items { title class target url { path } } } }',
  );
  expect(menu.items.map(({ url }) => url.path)).toContain('/privacy-policy');
});

describe('[GQL-01] [CONSENT-03] consents', () => {
  const INFOS = `query getGdprConsentInfos($id: ID, $type: GdprConsentType, $limit: Int, $offset: Int, $sorting: [GdprConsentSortInput!],
      $placement: GdprConsentPlacement, $language: String, $path: String) {
    getGdprConsentInfos(id: $id, type: $type, limit: $limit, offset: $offset, sorting: $sorting, placement: $placement,
      language: $language, path: $path) { id type optIn text }
  }`;
  const LATEST = `query hasTheLatestConsent($type: GdprConsentType!, $placement: GdprConsentPlacement!) {
    hasTheLatestConsent(type: $type, placement: $placement) { infoRevisionId infoId id mail }
  }`;
  const CREATE = `mutation createGdprUserConsent($mail: String!, $infoId: ID!) {
    createGdprUserConsent(mail: $mail, infoId: $infoId) { errors { message } consent { id mail infoId infoRevisionId } }
  }`;
  type Infos = { getGdprConsentInfos: { id: string; type: string; optIn: boolean; text: string }[] };
  const mail = 'editor@demo.causeboard.test';

  it('getGdprConsentInfos: the texts of a type and placement, in the requested language', async () => {
    const asked = { type: 'PRIVACY_POLICY', placement: 'REGISTRATION', limit: 1, offset: 0, language: 'de' };
    const { getGdprConsentInfos: infos } = await ask<Infos>('getGdprConsentInfos', INFOS, asked);
    expect(infos).toEqual([
      {
        id: expect.any(String) as string,
        type: 'PRIVACY_POLICY',
        optIn: true,
        text: expect.stringContaining('Arbeitgeber') as string,
      },
    ]);
    const { id } = infos[0]!;
    const sorting = [{ field: 'type', value: 'asc' }];
    const same = await ask<Infos>('getGdprConsentInfos', INFOS, { id, sorting, path: '/privacy-policy' });
    expect(same.getGdprConsentInfos.map((info) => info.id)).toEqual([id]);
  });

  it('createGdprUserConsent and hasTheLatestConsent: the consent of the logged-in user, for their own address', async () => {
    const jwt = await logIn('editor');
    const terms = { type: 'TERMS', placement: 'PROFILE' };
    const { getGdprConsentInfos: infos } = await ask<Infos>('getGdprConsentInfos', INFOS, terms);
    const infoId = infos[0]!.id;
    const created = await ask('createGdprUserConsent', CREATE, { mail, infoId }, jwt);
    const consent = { id: expect.any(String) as string, mail, infoId, infoRevisionId: expect.any(String) as string };
    expect(created).toEqual({ createGdprUserConsent: { errors: [], consent } });
    expect(await ask('hasTheLatestConsent', LATEST, terms, jwt)).toEqual({ hasTheLatestConsent: consent });
    const refused = await ask('createGdprUserConsent', CREATE, { mail: 'admin@demo.causeboard.test', infoId }, jwt);
    const errors = [{ message: 'You can only agree for your own email address' }];
    expect(refused).toEqual({ createGdprUserConsent: { errors, consent: null } });
  });
});
