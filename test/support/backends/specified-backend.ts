import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema, graphql } from 'graphql';

/**
 * Only what the specification says about a backend (points 3 and 7): written from the specification, not from our contract. Types that it
 * leaves open have the names that public backends of the same family use.
 */
const SCHEMA = buildSchema(`
  type Query {
    getUser: User
    getRoutInfo(slug: String!, language: String): Response
    creditBalance(organizationId: ID): [CreditBalance]
    getSubscriptions(
      filters: [Filter]
      sorting: [Sorting]
      limit: Int!
      offset: Int
      showSubscriptionsFromAllFrontends: Boolean
      organizationId: ID
    ): Subscriptions
    updatableOrganizationProfiles: [OrganizationProfile]
    getGdprConsentInfos(
      id: ID
      type: ConsentType
      limit: Int
      offset: Int
      sorting: [Sorting]
      placement: ConsentPlacement
      language: String
      path: String
    ): [ConsentInfo]
    hasTheLatestConsent(type: ConsentType, placement: ConsentPlacement): LatestConsent
    getAppConfig: [AppConfig]
    menu(name: String!): Menu
  }
  type Mutation {
    userLogin(email: String!, password: String!, anonymousUserToken: String): JwtToken
    createGdprUserConsent(mail: String!, infoId: ID!): CreatedConsent
  }
  enum ConsentType { PRIVACY_POLICY TERMS COOKIES }
  enum ConsentPlacement { REGISTRATION PROFILE }
  type ConsentInfo { id: ID type: ConsentType optIn: Boolean text: String }
  type LatestConsent { infoRevisionId: ID infoId: ID id: ID mail: String }
  type UserConsent { id: ID mail: String infoId: ID infoRevisionId: ID }
  type CreatedConsent { errors: [Violation] consent: UserConsent }
  type JwtToken { jwt: String errors: [Violation] }
  type Violation { message: String }
  type User {
    id: ID
    name: String
    email: String
    displayName: String
    firstName: String
    lastName: String
    roles: [Role]
    emailVerified: Boolean
    organization: Organization
    isUserApprovedAndVerified: Boolean
    isEligibleForJobApply: Boolean
    activeOrganization: Organization
  }
  type Role { targetId: String }
  type Organization { id: ID name: String ownerId: ID }
  union Response = ErrorResponse | RedirectResponse | ContentResponse
  type ErrorResponse { code: Int reason: String }
  type RedirectResponse { code: Int target: String }
  type ContentResponse { content: Content }
  union Content = Job | LandingPage | OrganizationProfile
  type Job { id: ID metatags: [Metatag] }
  type LandingPage { id: ID metatags: [Metatag] }
  type OrganizationProfile {
    id: ID
    metatags: [Metatag]
    name: String
    presentation: String
    industry: Term
    benefits: [Term]
    organization: Organization
    url: Url
    urlNoPrefix: String
    logo: Image
  }
  type Metatag { meta: String value: String }
  type Term { tid: Int label: String }
  type Url { path: String }
  type Image { url: String alt: String title: String }
  type CreditBalance { amount: Int label: String organizationName: String type: String frontend: String }
  input Filter { name: String value: String }
  input Sorting { field: String value: String }
  type Subscriptions { subscriptions: [Subscription] total: Int errors: [Violation] }
  type Subscription {
    id: ID
    startDate: String
    endDate: String
    label: String
    organizationName: String
    availableJobSlots: Int
    usageResumeContactSlots: Slots
    status: Status
    type: String
    frontend: String
    product: Product
    absoluteUrl: String
  }
  type Slots { active: Int available: Int total: Int }
  type Status { label: String value: String }
  type Product { id: ID name: String }
  type AppConfig { name: String key: String value: String }
  type Menu { items: [MenuItem] }
  type MenuItem { title: String url: Url class: String target: String }
`);

export const KNOWN_PASSWORD = 'a password that this backend knows';
const JWT = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiI3In0.';

const head = (title: string, description: string) => [
  { meta: 'title', value: title },
  { meta: 'description', value: description },
];
const CONTENT: Record<string, object> = {
  '/job/12/cook': { __typename: 'Job', id: '12', metatags: head('Cook – Soup Kitchen', 'Cook soup for many.') },
  '/about': { __typename: 'LandingPage', id: '3', metatags: head('About us', 'Who we are & what we do.') },
  '/organization/5/soup-kitchen': {
    __typename: 'OrganizationProfile',
    id: '5',
    metatags: head('Soup Kitchen', 'Soup since 1950.'),
  },
};
const organization = { id: '5', name: 'Soup Kitchen', ownerId: '7' };

function routeOf({ slug }: { slug: string }): object {
  const content = CONTENT[slug];
  if (content) return { __typename: 'ContentResponse', content };
  if (slug === '/old') return { __typename: 'RedirectResponse', code: 301, target: '/about' };
  return { __typename: 'ErrorResponse', code: 404, reason: 'Page not found.' };
}

const ROOT = {
  getRoutInfo: routeOf,
  getUser: (_args: object, { jwt }: Caller) =>
    jwt === JWT
      ? {
          id: '7',
          name: 'maria',
          email: 'maria@example.org',
          displayName: 'Maria',
          firstName: 'Maria',
          lastName: 'Example',
          roles: [{ targetId: 'recruiter' }, { targetId: 'translator' }],
          emailVerified: true,
          organization,
          isUserApprovedAndVerified: true,
          isEligibleForJobApply: false,
          activeOrganization: organization,
        }
      : null,
  creditBalance: () => [
    { amount: 12, label: 'Job credits', organizationName: 'Soup Kitchen', type: 'job', frontend: 'default' },
  ],
  getSubscriptions: () => ({ subscriptions: [], total: 0, errors: [] }),
  updatableOrganizationProfiles: () => [
    {
      id: '5',
      name: 'Soup Kitchen',
      presentation: '<p>Soup</p>',
      industry: { tid: 1, label: 'Food' },
      benefits: [],
      organization,
      url: { path: '/organization/5/soup-kitchen' },
      urlNoPrefix: '/organization/5/soup-kitchen',
      logo: null,
    },
  ],
  getGdprConsentInfos: ({ type, placement }: { type: string; placement: string }) => [
    { id: '31', type, optIn: true, text: `<p>The text for ${placement}.</p>` },
    { id: '32', type, optIn: false, text: '<p>Another text.</p>' },
  ],
  hasTheLatestConsent: (_args: object, { consents }: Caller) => consents.at(-1) ?? null,
  createGdprUserConsent: ({ mail, infoId }: { mail: string; infoId: string }, { consents }: Caller) => {
    const consent = { id: '900', mail, infoId, infoRevisionId: '77' };
    consents.push(consent);
    return { errors: [], consent };
  },
  getAppConfig: () => [{ name: 'creation_source', key: 'creation_source', value: 'utm_source' }],
  menu: ({ name }: { name: string }) =>
    name === 'mini-policy'
      ? { items: [{ title: 'Data protection', url: { path: '/privacy-policy' }, class: 'policy', target: '_self' }] }
      : null,
  userLogin: ({ password }: { password: string }) =>
    password === KNOWN_PASSWORD
      ? { jwt: JWT, errors: [] }
      : { jwt: null, errors: [{ message: 'Wrong+email+or+password.' }] },
};

interface Caller {
  jwt: string | undefined;
  /** Consents of the only user of this backend. */
  consents: object[];
}

/** A received call, and whether it is valid in the schema of the specification. */
export interface ReceivedCall {
  operationName: string;
  variables: Record<string, unknown>;
  headers: IncomingHttpHeaders;
  isAnswered: boolean;
}

/** A backend that somebody else could have written from the specification. It has no versions, files or sitemaps. */
export class SpecifiedBackend {
  readonly calls: ReceivedCall[] = [];
  private readonly consents: object[] = [];
  private readonly server: Server;

  private constructor(private readonly refusalStatus: number) {
    this.server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        void this.answer(request.headers, Buffer.concat(parts).toString(), `${request.method} ${request.url}`).then(
          ({ status, body }) => response.writeHead(status, { 'content-type': 'application/json' }).end(body),
        );
      });
    });
  }

  /** @param refusalStatus status of responses to invalid operations: public servers use 200 or 400 */
  static async start(refusalStatus = 200): Promise<SpecifiedBackend> {
    const backend = new SpecifiedBackend(refusalStatus);
    await new Promise<void>((resolve) => backend.server.listen(0, '127.0.0.1', resolve));
    return backend;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/graphql`;
  }

  /** Names of the operations that were answered without an error. */
  get answered(): string[] {
    return [...new Set(this.calls.filter(({ isAnswered }) => isAnswered).map(({ operationName }) => operationName))];
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(
    headers: IncomingHttpHeaders,
    text: string,
    address: string,
  ): Promise<{ status: number; body: string }> {
    if (address !== 'POST /graphql') return { status: 404, body: '{}' };
    const { operationName, query, variables } = JSON.parse(text) as Record<string, unknown>;
    const call = { operationName: String(operationName), variables: (variables ?? {}) as Record<string, unknown> };
    const result = await graphql({
      schema: SCHEMA,
      source: String(query),
      rootValue: ROOT,
      contextValue: { jwt: headers.authorization?.replace(/^Bearer /, ''), consents: this.consents } satisfies Caller,
      variableValues: call.variables,
      operationName: call.operationName,
    });
    const isAnswered = result.data !== undefined;
    this.calls.push({ ...call, headers, isAnswered });
    // Some servers do not say what is wrong: neither an operation nor a value, of which both are refused here.
    if (!isAnswered && this.refusalStatus !== 200) return { status: this.refusalStatus, body: '{}' };
    return { status: 200, body: JSON.stringify(result) };
  }
}
