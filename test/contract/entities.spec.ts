import {
  buildSchema,
  getNamedType,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql';
import { typeDefs } from '#contract/generated/schema.js';
import { DEMO_PASSWORD } from '../support/products.mjs';
import { ask, logIn } from './ask.js';
import { INPUT_ENTITIES, OUTPUT_ENTITIES, RESUME_GROUPS, type SpecifiedEntity } from './specified-entities.js';

const schema: GraphQLSchema = buildSchema(typeDefs);

interface DescribedField {
  description?: string | null;
  type: GraphQLNamedType;
  defaultValue?: unknown;
}

/** @returns a field of an object or an input; undefined if there is none */
function fieldOf(type: GraphQLNamedType | undefined, name: string): DescribedField | undefined {
  const fields = type && 'getFields' in type ? type.getFields() : {};
  const field = fields[name];
  return field && { ...field, type: getNamedType(field.type) };
}

/** @returns fields of a selection that are missing in the contract or have no description */
function missing(type: GraphQLNamedType | undefined, { selections }: SelectionSetNode, path: string): string[] {
  const undescribed = type?.description ? [] : [`${path} has no description`];
  const found = selections.flatMap((selection) => {
    if (selection.kind !== Kind.FIELD) return [];
    const place = `${path}.${selection.name.value}`;
    const field = fieldOf(type, selection.name.value);
    if (!field) return [`${place} is missing`];
    const below = selection.selectionSet ? missing(field.type, selection.selectionSet, place) : [];
    return [...(field.description ? [] : [`${place} has no description`]), ...below];
  });
  return [...undescribed, ...found];
}

function missingOf({ type, fields }: SpecifiedEntity): string[] {
  const [definition] = parse(`{ ${fields} }`).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('This is no selection.');
  return missing(schema.getType(type), definition.selectionSet, type);
}

describe('entities of the specification', () => {
  it.each([...OUTPUT_ENTITIES, ...INPUT_ENTITIES])(
    '[GQL-08] $entity: every field exists in $type and is described',
    (entity) => {
      expect(missingOf(entity)).toEqual([]);
    },
  );

  it.each(Object.entries(RESUME_GROUPS))(
    '[GQL-08] Resume, group %s: client names, each described by the name of the server',
    (group, { type, fields }) => {
      expect(fieldOf(schema.getType('Resume'), group)?.type.name).toBe(type);
      for (const [name, ofServer] of Object.entries(fields))
        expect({ name, description: fieldOf(schema.getType(type), name)?.description }).toEqual({
          name,
          description: expect.stringContaining(ofServer) as string,
        });
    },
  );

  it('[GQL-08] Login credentials and the search request are arguments of their operations', () => {
    const args = (root: GraphQLNamedType | null | undefined, operation: string) =>
      root && 'getFields' in root ? (root.getFields()[operation] as { args?: readonly { name: string }[] }).args : [];
    expect(args(schema.getMutationType(), 'userLogin')?.map(({ name }) => name)).toEqual([
      'email',
      'password',
      'anonymousUserToken',
    ]);
    expect(args(schema.getQueryType(), 'searchAPISearch')?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['language', 'facets', 'condition_group', 'fulltext', 'geoLocation', 'range', 'sorts']),
    );
  });

  it('[GQL-08] the search request has the defaults of the specification', () => {
    const defaults = Object.fromEntries(
      [
        ['FacetInput', 'limit'],
        ['FacetInput', 'min_count'],
        ['FacetInput', 'missing'],
        ['ConditionGroupInput', 'conjunction'],
        ['ConditionInput', 'operator'],
      ].map(([type, name]) => [`${type}.${name}`, fieldOf(schema.getType(type!), name!)?.defaultValue]),
    );
    expect(defaults).toEqual({
      'FacetInput.limit': 100,
      'FacetInput.min_count': 1,
      'FacetInput.missing': false,
      'ConditionGroupInput.conjunction': 'AND',
      'ConditionInput.operator': '=',
    });
  });

  it('[GQL-08] an organization has the social profiles of the specification', () => {
    const networks = schema.getType('SocialNetwork');
    expect(networks && 'getValues' in networks ? networks.getValues().map(({ name }) => name) : []).toEqual([
      'facebook',
      'twitter',
      'linkedin',
      'youtube',
      'xing',
      'instagram',
      'tiktok',
      'bluesky',
    ]);
  });
});

/** @returns one selection of the fields of all entities that a type of the contract represents */
function selectionOf(type: string): string {
  return OUTPUT_ENTITIES.flatMap((entity) => (entity.type === type ? [entity.fields] : [])).join(' ');
}

/** @returns names of the top-level fields of a type */
function namesOf(type: string): string[] {
  return [
    ...new Set(
      selectionOf(type)
        .replace(/\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, '')
        .match(/\w+/g),
    ),
  ];
}

/** Requests all fields of one entity. @returns the response */
async function read(name: string, query: string, variables: object = {}, jwt?: string): Promise<unknown> {
  const answer = await ask<Record<string, unknown>>(name, `query ${name}${query}`, variables, jwt);
  return Object.values(answer)[0];
}

describe('entities from the embedded backend', () => {
  it('[GQL-08] User and User context', async () => {
    const jwt = await logIn('recruiter');
    const user = await read('GetUser', ` { getUser { ${selectionOf('User')} } }`, {}, jwt);
    expect(Object.keys(user as object)).toEqual(namesOf('User'));
    const context = (await read('Context', ` { userContext { ${selectionOf('UserContext')} } }`, {}, jwt)) as Context;
    expect(context).toMatchObject({
      authenticated: true,
      masqueraded: false,
      user: { id: (user as { id: string }).id },
    });
    expect(context.updatableOrganizationProfiles).toContainEqual(context.currentOrganizationProfile);
    expect(context.credits).toEqual({ data: expect.any(Array) as unknown[], loading: false, error: null });
    expect(context.userSubscriptions).toMatchObject({
      loading: false,
      error: null,
      total: expect.any(Number) as number,
    });
    expect(await read('Nobody', ' { userContext { user { id } authenticated credits { data { amount } } } }')).toEqual({
      user: null,
      authenticated: false,
      credits: { data: [] },
    });
  });

  it('[GQL-08] Session, with the login that started it', async () => {
    const { userLogin } = await ask<{ userLogin: { jwt: string; session: object } }>(
      'LogIn',
      `mutation LogIn($email: String!, $password: String!) {
        userLogin(email: $email, password: $password) { jwt session { ${selectionOf('Session')} } }
      }`,
      { email: 'applicant@demo.causeboard.test', password: DEMO_PASSWORD },
    );
    expect(userLogin.session).toEqual({ jwt: userLogin.jwt, masqueraded: false, isNewUserViaSocial: false });
  });

  it('[GQL-08] Organization profile, with the groups that only its owners can see', async () => {
    const jwt = await logIn('recruiter');
    const profile = selectionOf('OrganizationProfile');
    const [first] = (await read('Own', ` { updatableOrganizationProfiles { ${profile} } }`, {}, jwt)) as {
      id: string;
    }[];
    expect(Object.keys(first!)).toEqual(expect.arrayContaining(namesOf('OrganizationProfile')));
    const edited = await read(
      'Edited',
      `($id: ID) { editedOrganization(id: $id) { ${selectionOf('EditedOrganization')} } }`,
      { id: first!.id },
      jwt,
    );
    expect(edited).toEqual({
      accountPersonalInfo: expect.objectContaining({ salutation: null }) as object,
      companyInfo: expect.objectContaining({ name: null }) as object,
    });
  });

  it('[GQL-08] Job, found by a search request with all its parts', async () => {
    const found = (await read(
      'Search',
      `($keys: [String!]!) {
        searchAPISearch(index_id: "jobs", language: ["en"], fulltext: { keys: $keys }, range: { first: 0, last: 1 },
          facets: [{ field: "field_job_employment_type", operator: "or" }],
          condition_group: { conjunction: AND, groups: [{ conjunction: OR, tags: ["facet:employment_type"], conditions: [] }] },
          geoLocation: { country: "CA", locationType: country }, sorts: [{ field: "field_job_publishing_date", value: "desc" }]) {
          documents { id } facets { name values { filter count } }
        }
      }`,
      { keys: [''] },
    )) as { documents: { id: string }[]; facets: { values: { count: number }[] }[] };
    expect(found.facets[0]!.values.every(({ count }) => count >= 1)).toBe(true);
    const { id } = found.documents[0]!;
    const job = await read('OneJob', `($id: ID!) { job(id: $id) { ${selectionOf('Job')} } }`, { id });
    expect(Object.keys(job as object)).toEqual(namesOf('Job'));
  });

  it('[GQL-08] Job application, as its employer sees it', async () => {
    const jwt = await logIn('recruiter');
    const jobs = (await read('Jobs', ' { jobsWithApplications { job { id } } }', {}, jwt)) as { job: { id: string } }[];
    const list = (await read(
      'Applications',
      '($jobId: ID!) { jobApplications(jobId: $jobId) { applications { id } } }',
      { jobId: jobs[0]!.job.id },
      jwt,
    )) as { applications: { id: string }[] };
    const application = await read(
      'Application',
      `($id: ID!) { receivedApplication(id: $id) { ${selectionOf('ReceivedApplication')} } }`,
      { id: list.applications[0]!.id },
      jwt,
    );
    expect(Object.keys(application as object)).toEqual(namesOf('ReceivedApplication'));
  });

  it('[GQL-08] Resume, by its groups', async () => {
    const groups = Object.entries(RESUME_GROUPS).map(([group, { type, fields }]) => {
      const composite = (name: string): boolean => {
        const below = fieldOf(schema.getType(type), name)!.type;
        return 'getFields' in below;
      };
      return `${group} { ${Object.keys(fields)
        .map((name) => (composite(name) ? `${name} { __typename }` : name))
        .join(' ')} }`;
    });
    const resume = await read('Resume', ` { ownResume { ${groups.join(' ')} } }`, {}, await logIn('applicant'));
    expect(Object.keys(resume as object)).toEqual(Object.keys(RESUME_GROUPS));
  });

  it('[GQL-08] Contact form: the message is returned with its id', async () => {
    const input = { name: 'Ann Bell', email: 'ann@people.test', subject: 'Entities', body: 'A message.', copy: false };
    const { sendContactMessage } = await ask<{ sendContactMessage: object }>(
      'Contact',
      `mutation Contact($input: ContactMessageInput!) {
        sendContactMessage(input: $input) { message { ${selectionOf('ContactMessage')} } errors { message } }
      }`,
      { input },
    );
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
    expect(sendContactMessage).toEqual({ message: { id, ...input, attachments: [] }, errors: [] });
  });

  it('[GQL-08] Credit balance, Subscription, App config entry, Menu item, sign-in settings and sort options', async () => {
    const answer = await ask<Record<string, unknown>>(
      'Rest',
      `query Rest {
        creditBalance { ${selectionOf('CreditBalance')} }
        getSubscriptions(limit: 1) { subscriptions { ${selectionOf('Subscription')} } }
        getAppConfig { ${selectionOf('AppConfigEntry')} }
        menu(name: "mini-policy") { items { ${selectionOf('MenuItem')} } }
        socialSignInSettings { ${selectionOf('SocialSignInSettings')} }
        jobListSortOptions { ${selectionOf('SortOption')} }
      }`,
      {},
      await logIn('recruiter'),
    );
    expect(answer).toMatchObject({
      creditBalance: [{ amount: expect.any(Number) as number }, expect.anything() as object],
      getSubscriptions: { subscriptions: [{ frontend: 'default' }] },
      menu: {
        items: expect.arrayContaining([expect.objectContaining({ url: { path: '/privacy-policy' } })]) as object[],
      },
      socialSignInSettings: { order: expect.arrayContaining(['google', 'linkedin', 'facebook']) as string[] },
    });
    expect(answer.jobListSortOptions).toEqual([
      { code: 'relevancy', field: 'search_api_relevance', value: 'desc' },
      { code: 'publish_date_desc', field: 'field_job_publishing_date', value: 'desc' },
      { code: 'distance_asc', field: 'search_api_distance', value: 'asc' },
    ]);
  });
});

interface Context {
  currentOrganizationProfile: object;
  updatableOrganizationProfiles: object[];
  credits: object;
  userSubscriptions: object;
}
