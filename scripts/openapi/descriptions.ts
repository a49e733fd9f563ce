import type { ApiPropertyOptions, OpenAPIObject } from '@nestjs/swagger';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Description = Pick<Operation, 'summary' | 'description' | 'tags' | 'requestBody' | 'responses' | 'deprecated'>;

/** Meanings of the fields of request bodies, by the class that validates them. */
export const BODY_PROPERTIES: Readonly<Record<string, Readonly<Record<string, ApiPropertyOptions>>>> = {
  MeasurementBody: {
    event: {
      type: String,
      maxLength: 40,
      pattern: '^ss_[a-z][a-z_]*$',
      example: 'ss_job_visit',
      description: 'The key of an event of the catalogue with the prefix ss_.',
    },
    params: {
      type: Object,
      additionalProperties: { type: 'string' },
      example: { entity_id: '12', value: 1 },
      description:
        'At most 20 texts (100 characters), finite numbers, true or false. Names contain letters, digits and underscores. Names that contain user, session, owner or referrer are removed; value, server and frontend are added.',
    },
    event_id: {
      type: String,
      format: 'uuid',
      required: false,
      description: 'Sent again with the same id, an event is relayed once.',
    },
  },
  ConversionBody: {
    event_name: { type: String, maxLength: 40, pattern: '^[a-z][a-z_]*$', example: 'job_apply_complete' },
    custom_data: {
      type: Object,
      additionalProperties: { type: 'string' },
      example: { entity_id: '12', value: 1 },
      description: 'As params of /api/gmapi; values may also be lists of at most 20 items.',
    },
    event_id: {
      type: String,
      format: 'uuid',
      required: false,
      description: 'The same as of the pixel in the browser.',
    },
  },
};

export const SCHEMAS: NonNullable<NonNullable<OpenAPIObject['components']>['schemas']> = {
  Accepted: {
    type: 'object',
    required: ['accepted', 'id'],
    properties: {
      accepted: { type: 'boolean', example: true },
      id: { type: 'string', format: 'uuid' },
      suppressed: {
        type: 'string',
        enum: ['consent', 'robot'],
        description: 'The event is not relayed: the visitor did not agree (cookie klaro), or is a robot.',
      },
    },
  },
  Problem: {
    type: 'object',
    description: 'RFC 9457',
    required: ['type', 'title', 'status', 'detail', 'requestId'],
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      field: { type: 'string', example: 'params.value' },
      rule: { type: 'string', example: 'max-length' },
      requestId: { type: 'string' },
    },
  },
  Failure: {
    type: 'object',
    required: ['status', 'message', 'requestId'],
    properties: {
      status: { type: 'integer' },
      message: { type: 'string' },
      requestId: { type: 'string' },
      url: { type: 'string', description: 'The error page, in the session protocol.' },
    },
  },
};

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (description: string, schema: object = { type: 'object' }) => ({
  description,
  content: { 'application/json': { schema } },
});
const text = (description: string, type: string) =>
  ({ description, content: { [type]: { schema: { type: 'string' } } } }) as const;
const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ref('Problem') } },
});
const form = (fields: Readonly<Record<string, string>>) => ({
  content: {
    'application/x-www-form-urlencoded': {
      schema: {
        type: 'object' as const,
        properties: Object.fromEntries(
          Object.entries(fields).map(([name, description]) => [name, { type: 'string' as const, description }]),
        ),
      },
    },
  },
});

const RELAY_RESPONSES: Operation['responses'] = {
  202: json('The event was accepted. It is relayed later, and once.', ref('Accepted')),
  400: problem('A field is invalid; the answer names it with the rule.'),
  403: problem('The request comes from a page of another site.'),
  404: problem('The site does not relay events here.'),
  413: problem('The body is larger than 16 kB.'),
  415: problem('The body is not JSON.'),
  422: problem('The event is unknown, or the site does not relay it.'),
  429: problem('Too many requests from this address.'),
};
const relayBody = (name: string) => ({ required: true, content: { 'application/json': { schema: ref(name) } } });

const SESSION = ['Session protocol'];
const CSRF = { csrfToken: 'From GET /api/auth/csrf, with its cookie.' };
const REDIRECT = { description: 'A redirect.' };
const SITEMAP: Description = {
  tags: ['Feeds and sitemaps'],
  summary: 'A sitemap, or its style sheet',
  responses: { 200: text('The document', 'application/xml'), 404: { description: 'There is none.' } },
};

/** Purpose of each route, by method and path; `not documented` for routes that only old clients or browsers use. */
export const DESCRIPTIONS: Readonly<Record<string, Description | 'not documented'>> = {
  'POST /api/gmapi': {
    tags: ['Relays'],
    summary: 'Relay an event to Google Analytics',
    description:
      'Sent to the Measurement Protocol, if the visitor agreed to google-analytics (cookie klaro). Needs the site flag measurementApi.',
    requestBody: relayBody('MeasurementBody'),
    responses: RELAY_RESPONSES,
  },
  'POST /api/conversionapi': {
    tags: ['Relays'],
    summary: 'Relay an event to the Conversions API of Meta',
    description:
      'If the visitor agreed to meta-pixel (cookie klaro) and does not send Sec-GPC: 1. Needs the site flag conversionApi.',
    requestBody: relayBody('ConversionBody'),
    responses: RELAY_RESPONSES,
  },
  'GET /api/messages/{locale}': {
    tags: ['Texts'],
    summary: 'The texts of pages in a language',
    responses: { 200: json('Texts by key'), 404: json('The site does not have the language.', ref('Failure')) },
  },
  'POST /api/consent': {
    tags: ['Consent'],
    summary: 'Store what a visitor allows services to do',
    description:
      'For scripts of pages of the same site. Answers with all decisions of the visitor, and sets the cookie klaro.',
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['choices'],
            properties: { choices: { type: 'object', additionalProperties: { type: 'boolean' } } },
          },
        },
      },
    },
    responses: {
      200: json('choices: the decisions by service'),
      400: json('The body is not as it should be.', ref('Failure')),
      403: json('The request does not come from a page of the site.', ref('Failure')),
      429: json('Too many requests.', ref('Failure')),
    },
  },
  'POST /api/job-description': {
    tags: ['Assistant'],
    summary: 'Draft the description of a job',
    description:
      'For recruiters who are logged in, on sites with aiDescription. The draft comes as server-sent events.',
    requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    responses: {
      200: text('The draft, as it is written', 'text/event-stream'),
      401: json('Nobody is logged in.'),
      403: json('The csrf token is invalid, or the role is missing.'),
      404: json('The site has no assistant.'),
      503: json('The service does not answer.'),
    },
  },
  'GET /api/auth/session': {
    tags: SESSION,
    summary: 'Who is logged in',
    responses: { 200: json('The session; empty for anonymous visitors') },
  },
  'POST /api/auth/session': {
    tags: SESSION,
    summary: 'Update the session',
    requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
    responses: { 200: json('The session'), 400: json('The body is invalid.', ref('Failure')) },
  },
  'GET /api/auth/csrf': {
    tags: SESSION,
    summary: 'A token for forms of the protocol',
    responses: { 200: json('csrfToken; its cookie is set') },
  },
  'GET /api/auth/providers': {
    tags: SESSION,
    summary: 'Ways to log in',
    responses: { 200: json('Providers by id') },
  },
  'GET /api/auth/signin': { tags: SESSION, summary: 'Go to the login page', responses: { 302: REDIRECT } },
  'GET /api/auth/signin/{provider}': {
    tags: SESSION,
    summary: 'Go to the login page, for a provider',
    responses: { 302: REDIRECT },
  },
  'POST /api/auth/signin/{provider}': {
    tags: SESSION,
    summary: 'Begin to log in with another service',
    requestBody: form({ ...CSRF, callbackUrl: 'Where to go afterwards.', json: 'true: the answer is JSON.' }),
    responses: { 200: json('The url to go to'), 302: REDIRECT },
  },
  'POST /api/auth/callback/credentials': {
    tags: SESSION,
    summary: 'Log in with email and password, or with a token of the backend',
    requestBody: form({ ...CSRF, email: '', password: '', jwt: 'Instead of both.', callbackUrl: '', json: '' }),
    responses: {
      200: json('The url to go to; session cookies are set'),
      302: REDIRECT,
      401: json('Nobody knows them.'),
    },
  },
  'GET /api/auth/callback/{provider}': {
    tags: SESSION,
    summary: 'Where another service sends people back to',
    responses: { 302: REDIRECT },
  },
  'POST /api/auth/signout': {
    tags: SESSION,
    summary: 'Log out',
    requestBody: form({ ...CSRF, callbackUrl: '', json: '' }),
    responses: { 200: json('The url to go to'), 302: REDIRECT },
  },
  'POST /api/auth/_log': {
    tags: SESSION,
    summary: 'Report an error of a client of the protocol',
    requestBody: form({ level: '', code: '', message: '', url: '' }),
    responses: { 204: { description: 'Logged.' } },
  },
  'GET /api/auth/verify-request': 'not documented',
  'GET /api/auth/error': { tags: SESSION, summary: 'The error page of the protocol', responses: { 302: REDIRECT } },
  'GET /api/openapi.json': {
    tags: ['Documentation'],
    summary: 'This document',
    responses: { 200: json('OpenAPI 3.1') },
  },
  'GET /api/docs': {
    tags: ['Documentation'],
    summary: 'A page to read this document and to try it',
    responses: { 200: text('The page', 'text/html') },
  },
  'GET /api/docs/{name}': 'not documented',
  'GET /health/live': {
    tags: ['Health'],
    summary: 'Whether the process runs',
    responses: { 200: json('status: ok') },
  },
  'GET /health/ready': {
    tags: ['Health'],
    summary: 'Whether the process can answer requests',
    responses: { 200: json('Checks by name, and warnings'), 503: json('The same, when one of them is down.') },
  },
  'GET /feeds/{path}': {
    tags: ['Feeds and sitemaps'],
    summary: 'The feed of jobs for aggregators',
    responses: { 200: text('The feed', 'application/xml'), 404: { description: 'There is none.' } },
  },
  'GET /sitemap/{path}': SITEMAP,
  'GET /sitemap.xml': SITEMAP,
  'GET /sitemap.xsl': SITEMAP,
  'GET /{type}/sitemap.xml': SITEMAP,
  'GET /{type}/sitemap.xsl': SITEMAP,
  'GET /{lang}/{type}/sitemap.xml': SITEMAP,
  'GET /{lang}/{type}/sitemap.xsl': SITEMAP,
};
