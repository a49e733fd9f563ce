import { sql, type Kysely } from 'kysely';
import {
  fillPlaceholders,
  unknownPlaceholders,
  WRITTEN_PLACEHOLDERS,
  type AnswerFacts,
  ANSWER_PLACEHOLDERS,
} from '#contract/applications/placeholders.js';
import {
  ANSWER_STATES,
  MAX_TEMPLATE_NAME_LENGTH,
  MAX_TEMPLATES,
  MAX_BODY_LENGTH,
  MAX_SUBJECT_LENGTH,
} from '#contract/applications/recruiting-rules.js';
import type {
  AnswerTemplateInput,
  ApplicationState,
  MutationSaveAnswerTemplateArgs,
  OrganizationAnswerTemplates,
  OwnAnswerTemplate,
  Mutation,
  MutationDeleteAnswerTemplateArgs,
  Query,
  QueryOrganizationAnswerTemplatesArgs,
  AnswerTemplate,
  AnswerTemplateName,
} from '#contract/generated/resolvers.js';
import { oneLine, severalLines } from '#shared/text/typed-lines.js';
import { parseId } from '../../../platform/database/statement.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import { type ApplicationViolation, applicationErrors } from '../application-errors.js';
import type { JobColumns, StoredApplication } from '../application-rows.js';
import { nextStates } from '../application-states.js';
import { worksFor } from '../team/team-view.js';
import { type SpeakingSite, textsOf } from '../../../platform/texts/site-texts.js';

/** State that an application moves to with the answer. */
const STATES: Readonly<Record<AnswerTemplateName, ApplicationState | undefined>> = {
  question: undefined,
  invitation: 'interview',
  offer: 'offer',
  declined: 'declined',
};

/** Violations; undefined if there is no such organization or template, or the viewer does not work for the organization. */
type Outcome = Promise<ApplicationViolation[] | undefined>;

/** @returns an organization with its templates; undefined if there is none, or the viewer does not work for it */
async function findTemplatesOf(
  database: Kysely<Database>,
  organizationId: string,
  context: UserContext,
): Promise<OrganizationAnswerTemplates | undefined> {
  const organization = await findOwnOrganization(database, organizationId, context);
  return (
    organization && {
      id: String(organization.id),
      name: organization.name,
      templates: await list(database, organization.id),
    }
  );
}

/** @returns the templates of the job's organization, with their placeholders; null if the viewer does not work for it */
export async function ownTemplatesForMany(
  database: Kysely<Database>,
  job: JobColumns,
  context: UserContext,
): Promise<OrganizationAnswerTemplates | null> {
  if (!worksFor(context, job)) return null;
  const { organization_id: id, organization_name: name } = job;
  return { id: String(id), name, templates: await list(database, id) };
}

/** @returns the templates of an application's organization, filled in; null if the viewer does not work for it */
export async function ownTemplatesFor(
  database: Kysely<Database>,
  row: StoredApplication,
  context: UserContext,
): Promise<OrganizationAnswerTemplates | null> {
  const own = await ownTemplatesForMany(database, row, context);
  if (!own) return null;
  const next = nextStates(row.state, 'employer');
  const facts = answerFacts(row);
  const templates = own.templates.map(({ subject, body, state, ...template }) => ({
    ...template,
    subject: fillPlaceholders(subject, facts),
    body: fillPlaceholders(body, facts),
    state: state && next.includes(state) ? state : null,
  }));
  return { ...own, templates };
}

/** Resolvers for an organization's own answer templates. */
export function templateResolvers(database: Kysely<Database>) {
  return {
    Query: {
      organizationAnswerTemplates: allow<QueryOrganizationAnswerTemplatesArgs, Query['organizationAnswerTemplates']>(
        'user',
        async ({ organizationId }, context) => (await findTemplatesOf(database, organizationId, context)) ?? null,
      ),
    },
    Mutation: {
      saveAnswerTemplate: allow<MutationSaveAnswerTemplateArgs, Mutation['saveAnswerTemplate']>(
        'user',
        async (args, context) => resultOf(await saveTemplate(database, args, context), context),
      ),
      deleteAnswerTemplate: allow<MutationDeleteAnswerTemplateArgs, Mutation['deleteAnswerTemplate']>(
        'user',
        async (args, context) => resultOf(await deleteTemplate(database, args, context), context),
      ),
    },
  } satisfies RootResolvers;
}

/** Creates or changes a template. */
async function saveTemplate(
  database: Kysely<Database>,
  { organizationId, id: changed, template }: MutationSaveAnswerTemplateArgs,
  context: UserContext,
): Outcome {
  const organization = await findOwnOrganization(database, organizationId, context);
  const id = changed == null ? null : parseId(changed);
  if (!organization || id === undefined) return undefined;
  const name = oneLine(template.name).replaceAll(/\s+/g, ' ');
  const subject = oneLine(template.subject);
  const body = severalLines(template.body);
  const state = template.state ?? null;
  const violations = check({ name, subject, body, state });
  return database.transaction().execute(async (trx) => {
    // Serializes concurrent members, so that name and number of templates are checked reliably.
    await sql`select from organization where id = ${organization.id} for update`.execute(trx);
    const { rows } = await sql<{ id: number; isNamed: boolean }>`
      select id, lower(name) = lower(${name}) as "isNamed" from answer_template where organization_id = ${organization.id}
    `.execute(trx);
    if (id !== null && !rows.some((row) => row.id === id)) return undefined;
    if (violations.length > 0) return violations;
    if (rows.some((row) => row.isNamed && row.id !== id)) return [{ field: 'name', rule: 'templateNameTaken' }];
    if (id === null && rows.length >= MAX_TEMPLATES) return [{ rule: 'templatesMany' }];
    if (id === null)
      await sql`
        insert into answer_template (organization_id, name, subject, body, state, updated_at)
        values (${organization.id}, ${name}, ${subject}, ${body}, ${state}, ${context.now})
      `.execute(trx);
    else
      await sql`
        update answer_template set name = ${name}, subject = ${subject}, body = ${body}, state = ${state}, updated_at = ${context.now}
        where id = ${id} and organization_id = ${organization.id}
      `.execute(trx);
    return [];
  });
}

async function deleteTemplate(
  database: Kysely<Database>,
  { organizationId, id }: { organizationId: string; id: string },
  context: UserContext,
): Outcome {
  const organization = await findOwnOrganization(database, organizationId, context);
  if (!organization) return undefined;
  const { rows } = await sql`
    delete from answer_template where id = ${parseId(id) ?? null} and organization_id = ${organization.id} returning id
  `.execute(database);
  return rows.length > 0 ? [] : undefined;
}

async function findOwnOrganization(
  database: Kysely<Database>,
  organizationId: string,
  context: UserContext,
): Promise<{ id: number; name: string } | undefined> {
  const id = parseId(organizationId);
  if (id === undefined || !worksFor(context, { organization_id: id })) return undefined;
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from organization where id = ${id} and site = ${context.site.name}
  `.execute(database);
  return rows[0];
}

async function list(database: Kysely<Database>, organizationId: number): Promise<OwnAnswerTemplate[]> {
  const { rows } = await sql<{
    id: string;
    name: string;
    subject: string;
    body: string;
    state: ApplicationState | null;
  }>`
    select id::text as id, name, subject, body, state from answer_template where organization_id = ${organizationId}
    order by lower(name), id
  `.execute(database);
  return rows;
}

function check({ name, subject, body, state }: Required<AnswerTemplateInput>): ApplicationViolation[] {
  return [
    ...checkLength('name', name, MAX_TEMPLATE_NAME_LENGTH, 'templateNameLong'),
    ...checkWords('subject', subject, MAX_SUBJECT_LENGTH, 'subjectLong'),
    ...checkWords('body', body, MAX_BODY_LENGTH, 'bodyLong'),
    ...(state && !ANSWER_STATES.some((known) => known === state) ? [{ field: 'state', rule: 'step' } as const] : []),
  ];
}

/** Ellipses and brackets may remain in a template: they are filled in before an answer is sent. */
function checkWords(
  field: string,
  text: string,
  most: number,
  tooLong: 'subjectLong' | 'bodyLong',
): ApplicationViolation[] {
  const violations = checkLength(field, text, most, tooLong);
  const unknown = unknownPlaceholders(text);
  if (violations.length > 0 || unknown.length === 0) return violations;
  return [{ field, rule: 'placeholderUnknown', name: unknown.join(', '), known: WRITTEN_PLACEHOLDERS.join(', ') }];
}

function checkLength(
  field: string,
  text: string,
  most: number,
  tooLong: 'templateNameLong' | 'subjectLong' | 'bodyLong',
): ApplicationViolation[] {
  if (text === '') return [{ field, rule: 'required' }];
  return text.length > most ? [{ field, rule: tooLong }] : [];
}

function resultOf(violations: readonly ApplicationViolation[] | undefined, context: UserContext) {
  return violations ? { errors: applicationErrors(violations, context) } : null;
}

/** @returns the values of the placeholders for an answer to an application */
export function answerFacts(row: StoredApplication): AnswerFacts {
  return {
    first_name: row.first_name,
    last_name: row.last_name,
    job_title: row.job_title,
    organization: row.organization_name,
  };
}

/** @returns the site's templates for an answer, in the language of the application */
export function templatesFor(
  application: {
    first_name: string;
    last_name: string;
    job_title: string;
    organization_name: string;
    language: string;
    state: ApplicationState;
  },
  site: SpeakingSite,
): AnswerTemplate[] {
  const facts = {
    name: `${application.first_name} ${application.last_name}`,
    title: application.job_title,
    organization: application.organization_name,
  };
  const next = nextStates(application.state, 'employer');
  return builtIn(facts, application.language, site, (state) => next.includes(state));
}

/** @returns the same templates for many applications: with placeholders, in the language of the job */
export function templatesForMany(language: string, site: SpeakingSite): AnswerTemplate[] {
  const [firstName, lastName, title, organization] = ANSWER_PLACEHOLDERS.map((name) => `{{${name}}}`);
  const facts = { name: `${firstName} ${lastName}`, title: title!, organization: organization! };
  return builtIn(facts, language, site, () => true);
}

function builtIn(
  facts: { name: string; title: string; organization: string },
  language: string,
  site: SpeakingSite,
  isPossible: (state: ApplicationState) => boolean,
): AnswerTemplate[] {
  const { t } = textsOf(site, language);
  return (Object.keys(STATES) as AnswerTemplateName[]).map((name) => {
    const state = STATES[name];
    return {
      name,
      subject: t(`application-answers.${name}.subject`, facts),
      body: t(`application-answers.${name}.body`, facts),
      state: state && isPossible(state) ? state : null,
    };
  });
}
