import { sql, type Kysely } from 'kysely';
import type { FieldDefinition, FieldValues } from '#contract/defined-form/defined-form.js';
import type { JobDescriptionInput, JobDescriptionStart, JobFact } from '#contract/generated/resolvers.js';
import { jobFields } from '#contract/job-form/job-fields.js';
import { DESCRIPTION_LANGUAGES, MAX_DESCRIPTIONS_PER_DAY } from '#contract/job-form/job-description.js';
import type { JobFormViolation } from '#contract/job-form/job-form-rules.js';
import { JOB_TYPES } from '#contract/job-form/job-form.js';
import { dayIn, timeZoneOf } from '#shared/time-zones/time-zone.js';
import type { Database } from '../../../platform/database/schema.js';
import { refused } from '../../../platform/graphql/allow.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import type { TermCatalog } from '../../../reference/taxonomy/term-catalog.js';
import { chosenOrganization } from '../../entitlements/publishing-terms.js';
import { sanitizedFields } from '../../forms/sanitized-fields.js';
import { jobErrors } from '../../jobs/job-errors.js';
import { textOfHtml } from '../../content/page-head.js';
import type { JobEditing } from '../job-editing.js';

/** Fields that may be sent to the generator, in the order of the form. Dates, people's addresses and ways to apply are never sent. */
const FACTS: readonly string[] = [
  ...['title', 'description', 'availabilityPeriod', 'organizationAssignment', 'remoteOptions'],
  ...['locality', 'administrativeArea', 'countryCode', 'employmentType', 'occupationalField', 'industries'],
  ...['fieldsOfStudy', 'degreeLevel', 'yearsOfExperience', 'minSalary', 'maxSalary', 'currencyCode', 'salaryUnit'],
  ...['salaryRange', 'languages', 'languagesFree', 'skills', 'skillsFree', 'benefits'],
];
/** Maximum length of a value; an existing description serves as notes. */
const MAX_FACT_LENGTH = 4000;

interface Dependencies {
  database: Kysely<Database>;
  terms: TermCatalog;
  editing: Pick<JobEditing, 'find' | 'rulesOf'>;
}

/**
 * Admits a user to the description generator, and collects the facts that it gets (ROLE-08).
 *
 * @throws FORBIDDEN if the site has no generator, and for a job or organization that is not the viewer's
 */
export async function startDescription(
  { database, terms, editing }: Dependencies,
  input: JobDescriptionInput,
  context: UserContext,
): Promise<JobDescriptionStart> {
  if (!context.site.aiDescription) throw refused('startJobDescription', 'forbidden');
  const job = await describedJob(database, editing, input, context);
  const rules = editing.rulesOf(context);
  const definitions = JOB_TYPES.flatMap((type) => jobFields(type, rules)).filter(({ name }) => FACTS.includes(name));
  const sent = sanitizedFields(input.fields, definitions, context.viewer.roles);
  if (!sent) return faulty({ rule: 'tooMuch' }, context);
  const values = { ...job.fields, ...sent };
  if (!values.title?.[0]) return faulty({ field: 'title', rule: 'required' }, context);
  if (!(await countUse(database, job.organizationId, dayIn(timeZoneOf(context.site), context.now))))
    return faulty({ rule: 'descriptions' }, context);
  const language = DESCRIPTION_LANGUAGES.find((known) => known === input.language) ?? DESCRIPTION_LANGUAGES[0];
  const facts = factsOf(definitions, values, { terms, language });
  return { facts: [{ field: 'organization', values: [job.organizationName] }, ...facts], errors: [] };
}

async function describedJob(
  database: Kysely<Database>,
  editing: Pick<JobEditing, 'find'>,
  { id, organizationId }: JobDescriptionInput,
  context: UserContext,
): Promise<{ organizationId: number; organizationName: string; fields: FieldValues }> {
  if (id != null) {
    const drafted = await editing.find(id, context);
    if (!drafted) throw refused('startJobDescription', 'forbidden');
    const { job, organization, fields } = drafted;
    return { organizationId: job.organization_id, organizationName: organization.name, fields };
  }
  const chosen = chosenOrganization('startJobDescription', organizationId, context);
  const organization =
    chosen === undefined
      ? undefined
      : await database
          .selectFrom('organization')
          .select(['id', 'name'])
          .where('id', '=', chosen)
          .where('site', '=', context.site.name)
          .executeTakeFirst();
  if (!organization) throw refused('startJobDescription', 'forbidden');
  return { organizationId: organization.id, organizationName: organization.name, fields: {} };
}

/** Counts in one statement, so that concurrent processes agree. @returns false if the daily limit has been reached */
async function countUse(database: Kysely<Database>, organizationId: number, day: string): Promise<boolean> {
  const { rows } = await sql`
    insert into job_description_use as used (organization_id, day, uses) values (${organizationId}, ${day}::date, 1)
    on conflict (organization_id) do update
      set day = excluded.day, uses = case when used.day = excluded.day then used.uses + 1 else 1 end
      where used.day <> excluded.day or used.uses < ${MAX_DESCRIPTIONS_PER_DAY}
    returning uses
  `.execute(database);
  return rows.length > 0;
}

function factsOf(
  definitions: readonly FieldDefinition[],
  values: FieldValues,
  { terms, language }: { terms: TermCatalog; language: string },
): JobFact[] {
  const countries = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });
  const wordsOf = (type: FieldDefinition['type'], value: string): string => {
    if (type === 'term') return terms.term(Number(value), language)?.label ?? '';
    if (type === 'country') return /^[A-Z]{2}$/.test(value) ? (countries.of(value) ?? '') : '';
    return (type === 'rich_text' ? textOfHtml(value) : value).slice(0, MAX_FACT_LENGTH);
  };
  return FACTS.flatMap((field) => {
    const type = definitions.find(({ name }) => name === field)?.type;
    if (!type) return [];
    const words = (values[field] ?? []).map((value) => wordsOf(type, value)).filter((word) => word !== '');
    return words.length > 0 ? [{ field, values: words }] : [];
  });
}

function faulty(violation: JobFormViolation, context: UserContext): JobDescriptionStart {
  return { facts: [], errors: jobErrors([violation], context) };
}
