import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type {
  Job,
  JobDraftInput,
  JobDraftResult,
  JobFieldChange,
  FormError,
  JobMoveInput,
  JobMoveResult,
  JobPlacementInput,
  ManagedJob,
} from '#contract/generated/resolvers.js';
import { jobFields } from '#contract/job-form/job-fields.js';
import type { JobFormViolation } from '#contract/job-form/check-job-form.js';
import type { FieldValues } from '#contract/defined-form/defined-form.js';
import { DEFAULT_JOB_RULES, type JobRules, type JobType } from '#contract/job-form/job-form.js';
import { timeZoneOf } from '#shared/time-zones/time-zone.js';
import { endOfDayOf } from '#shared/time-zones/zoned-days.js';
import { isAdmin, type RequestContext, type UserContext } from '../../platform/graphql/request-context.js';
import { parseId } from '../../platform/database/statement.js';
import type { Database } from '../../platform/database/schema.js';
import type { Lazy } from '../../platform/graphql/lazy.js';
import { refused, chosenOrganization } from '../../platform/graphql/allow.js';
import { Addresses } from '../../reference/places/addresses.js';
import type { PlaceFinder } from '../../reference/places/places.port.js';
import type { OrganizationProfiles } from '../organizations/organization-profiles.js';
import { zonesOfSite } from '../../reference/places/time-zones.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { toJob } from '../jobs/create-jobs.js';
import type { SearchIndexer } from '../../platform/search-index/search-index.port.js';
import { placeJob } from './placements/placements.js';
import { moveJob, type MoveOutcome } from './workflow/move-job.js';
import { buildJobRow, type Building, timeZoneOfForm, periodOf, checkJob, warnOfJob } from './build-job.js';
import { storeWithFiles, receiveFiles, type ReceivedFiles } from '../forms/received-files.js';
import { hasAllValues, type EditingPlace } from '../forms/stored-draft.js';
import { sanitizedFields } from '../forms/field-values.js';
import { describeChanges } from './changed-fields.js';
import { FREE_OF_CHARGE } from '../entitlements/job-charges.js';
import { jobErrors } from '../jobs/job-errors.js';
import * as drafts from './job-drafts.js';
import { organizationsOf } from './workflow/job-workflow.js';

const MAX_KEY_LENGTH = 60;
const FILE_TYPES: readonly string[] = ['file', 'image'];

/** Operations on the jobs of the viewer's organizations. */
export class JobEditing {
  private readonly addresses: Addresses;

  constructor(
    private readonly dependencies: {
      database: Kysely<Database>;
      indexer: SearchIndexer;
      terms: TermCatalog;
      organizations: OrganizationProfiles;
      places: PlaceFinder;
    },
  ) {
    this.addresses = new Addresses(dependencies.places, undefined);
  }

  rulesOf({ site }: Pick<RequestContext, 'site'>): JobRules {
    return { ...(site.jobs ?? DEFAULT_JOB_RULES), timeZones: zonesOfSite(site) };
  }

  /** @returns undefined if there is no such job, or it is not the viewer's */
  async find(id: string, context: UserContext): Promise<drafts.DraftedJob | undefined> {
    const number = parseId(id);
    return number === undefined
      ? undefined
      : drafts.findDraftedJob(this.dependencies.database, number, placeOf(context));
  }

  /** @throws FORBIDDEN for a job or an organization that is not the viewer's, whether it exists or not */
  async save(input: JobDraftInput, context: UserContext): Promise<JobDraftResult> {
    return input.id == null ? this.create(input, context) : this.change(input, input.id, context);
  }

  private async create(input: JobDraftInput, context: UserContext): Promise<JobDraftResult> {
    const { database } = this.dependencies;
    const rules = this.rulesOf(context);
    const type = input.type ?? rules.types[0]!;
    if (!rules.types.includes(type)) return this.faulty([{ rule: 'type' }], context);
    const organizationId = chosenOrganization('saveJobDraft', input.organizationId, context);
    if (organizationId === undefined) throw refused('saveJobDraft', 'forbidden');
    const key = (input.key ?? randomUUID()).slice(0, MAX_KEY_LENGTH);
    const received = await this.received(input, undefined, { type, rules }, context);
    if (!received) return this.faulty([{ rule: 'tooMuch' }], context);
    const { violations, values, arriving } = received;
    if (violations.length > 0) return this.faulty(violations, context);
    const draft = { type, organizationId, language: context.language, key, fields: values };
    const place = placeOf(context);
    const made = await storeWithFiles(database, arriving, context.now, (trx) => drafts.createDraft(trx, draft, place));
    if (made) return this.saved(made, await this.violationsOf(input.step, { type, values }, context), context);
    // The form was sent before: its current values replace the earlier ones. Reviewers may act for organizations of all sites, but can
    // post on this site only.
    const before = await drafts.findDraftOf(database, key, place);
    if (!before) throw refused('saveJobDraft', 'forbidden');
    return this.change({ ...input, version: before.version }, String(before.id), context);
  }

  private async change(input: JobDraftInput, id: string, context: UserContext): Promise<JobDraftResult> {
    const { database } = this.dependencies;
    const rules = this.rulesOf(context);
    const number = parseId(id);
    if (number === undefined) throw refused('saveJobDraft', 'forbidden');
    const place = placeOf(context);
    // The type decides which fields there are. Forms contain it; for other clients it is read.
    const type = input.type ?? (await drafts.findDraftedJob(database, number, place))?.job.type ?? 'job_per_template';
    const organizationId =
      input.organizationId == null ? undefined : chosenOrganization('saveJobDraft', input.organizationId, context);
    const received = await this.received(input, id, { type, rules }, context);
    if (!received) return this.faulty([{ rule: 'tooMuch' }], context);
    const { violations, values, arriving } = received;
    // The values are stored in spite of violations, so the next request of the same form must not report a conflict.
    if (violations.length > 0) return this.faulty(violations, context);
    const change = { id: number, version: input.version ?? 0, fields: values };
    const version = await storeWithFiles(database, arriving, context.now, async (trx) => {
      const saved = await drafts.saveDraft(trx, change, place);
      if (saved !== undefined && organizationId !== undefined)
        await drafts.moveToOrganization(trx, { id: number, organizationId }, place);
      return saved;
    });
    if (version !== undefined && input.step == null) return this.saved({ id: number, version }, [], context);
    const drafted = await drafts.findDraftedJob(database, number, place);
    if (!drafted) throw refused('saveJobDraft', 'forbidden');
    if (version === undefined) {
      if (isInReview(drafted)) return this.faulty([{ rule: 'waiting' }], context);
      const isMoved = organizationId !== undefined && organizationId !== drafted.job.organization_id;
      if (isMoved || !hasAllValues(drafted.fields, values))
        return { id, version: drafted.version, conflict: await this.conflictOf(number, context), errors: [] };
    }
    // A step may contain only some fields (that of a published job lacks the title), so stored values are included.
    const form = { type: drafted.job.type, values: { ...drafted.fields, ...values } };
    const saved = { id: number, version: version ?? drafted.version };
    return this.saved(saved, await this.violationsOf(input.step, form, context), context);
  }

  async preview({ job, fields }: drafts.DraftedJob, context: UserContext): Promise<Lazy<Job>> {
    const { terms, organizations } = this.dependencies;
    const building = this.buildingOf(context);
    const timeZone = await timeZoneOfForm({ type: job.type, values: fields }, building);
    const desired = periodOf(fields, { days: building.rules.days, timeZone });
    const isPublic = job.state === 'published';
    const publishedAt = isPublic
      ? job.published_at
      : desired.start && desired.start > context.now
        ? desired.start
        : context.now;
    const expiresAt = desired.end ?? (isPublic ? job.expires_at : endOfDayOf(publishedAt, timeZone, desired.days));
    const form = {
      type: job.type,
      values: fields,
      organizationId: job.organization_id,
      featured: job.featured,
      top: job.top,
      source: job.source,
      sourceKey: job.source_key,
      questions: job.application_qualifying_questions,
    };
    const row = await buildJobRow(form, { state: 'published', publishedAt, expiresAt }, building);
    const place = { lat: row.lat ?? null, lon: row.lon ?? null };
    const shown = { ...job, ...row, ...place, organization_id: job.organization_id };
    return toJob(
      { ...shown, published_at: publishedAt, expires_at: expiresAt && expiresAt > context.now ? expiresAt : null },
      terms,
      organizations,
      context,
    );
  }

  async move(input: JobMoveInput, context: UserContext): Promise<MoveOutcome> {
    const id = parseId(input.id);
    if (id === undefined) return { kind: 'missing' };
    const { database, indexer } = this.dependencies;
    const needsClosing = context.site.applications?.closingMessage === true;
    const commerce = context.site.commerce ?? FREE_OF_CHARGE;
    const { site } = context;
    const moving = { database, indexer, building: this.buildingOf(context), needsClosing, commerce, site };
    const { step, version, reason } = input;
    const closing = { texts: input.closing ?? undefined, choice: input.closingChoice ?? undefined };
    const more = { version: version ?? undefined, reason: reason ?? undefined, closing };
    const move = { id, step, ...more };
    return moveJob(moving, move, placeOf(context), context.viewer);
  }

  async place(input: JobPlacementInput, context: UserContext): Promise<MoveOutcome> {
    return placeJob(this.dependencies, input, placeOf(context), context.viewer);
  }

  async moveResult(
    outcome: MoveOutcome,
    id: number,
    job: ManagedJob | undefined,
    context: UserContext,
  ): Promise<JobMoveResult> {
    const isConflict = outcome.kind === 'conflict';
    return {
      job: job ?? null,
      conflict: isConflict ? await this.conflictOf(id, context) : null,
      errors: outcome.kind === 'faults' ? jobErrors(outcome.violations, context) : [],
    };
  }

  /** Creates a copy as a draft of the same organization. @param key identifies the form: sent twice, it creates one copy */
  async duplicate(
    { job, fields }: drafts.DraftedJob,
    key: string | undefined,
    context: UserContext,
  ): Promise<JobDraftResult> {
    const { database } = this.dependencies;
    const place = placeOf(context);
    const copied: FieldValues = { ...fields, published: [], expiration: [], reference: [] };
    const made = {
      type: job.type,
      organizationId: job.organization_id,
      language: job.language,
      // Names the job as well, because a list has one key for all its jobs.
      key: key === undefined ? randomUUID() : `${job.id} ${key.slice(0, MAX_KEY_LENGTH)}`,
      fields: copied,
    };
    const sent =
      (await drafts.createDraft(database, made, place)) ?? (await drafts.findDraftOf(database, made.key, place));
    // A copy that has been edited since is not the answer to a form that was sent twice.
    const isNew = sent?.version === 1;
    const copy = isNew ? sent : await drafts.createDraft(database, { ...made, key: randomUUID() }, place);
    return this.saved(copy!, [], context);
  }

  async discard({ job, organization, hasDraft }: drafts.DraftedJob, version: number): Promise<MoveOutcome> {
    const { database } = this.dependencies;
    // A suspended organization gets its jobs back, with what was paid for them.
    if (organization.state === 'closed') return { kind: 'faults', violations: [{ rule: 'organization' }] };
    const wanted = { id: job.id, version };
    if (job.state === 'draft' && (await drafts.discardJob(database, wanted))) return { kind: 'moved' };
    if (job.change_submitted_at !== null) return { kind: 'faults', violations: [{ rule: 'waiting' }] };
    if (!hasDraft) return { kind: 'faults', violations: [{ rule: 'state' }] };
    return (await drafts.discardChanges(database, wanted)) ? { kind: 'moved' } : { kind: 'conflict' };
  }

  private buildingOf(context: RequestContext): Building {
    const { terms } = this.dependencies;
    return {
      terms,
      addresses: this.addresses,
      rules: this.rulesOf(context),
      timeZone: timeZoneOf(context.site),
      language: context.language,
    };
  }

  /** @param id id of the job, which may already have files @returns undefined if the input is larger than the form allows */
  private async received(
    { fields, owner }: JobDraftInput,
    id: string | undefined,
    { type, rules }: { type: JobType; rules: JobRules },
    context: UserContext,
  ): Promise<ReceivedFiles | undefined> {
    const definitions = jobFields(type, rules);
    const values = sanitizedFields(fields, definitions, context.viewer.roles);
    if (!values) return undefined;
    const hasFile = definitions.some(({ name, type: kind }) => FILE_TYPES.includes(kind) && values[name]?.[0]);
    const before = hasFile && id !== undefined ? await this.find(id, context) : undefined;
    const sender = { owner: owner ?? '', now: context.now };
    const forms = { values, before: before ? [before.fields] : [] };
    return receiveFiles(this.dependencies.database, definitions, forms, sender);
  }

  private async violationsOf(
    step: string | null | undefined,
    { type, values }: { type: JobType; values: FieldValues },
    context: UserContext,
  ): Promise<JobFormViolation[]> {
    if (step == null) return [];
    const fields = jobFields(type, this.rulesOf(context)).filter((field) => field.step === step);
    return checkJob(fields, values, await this.checkingOf({ type, values }, context));
  }

  private async checkingOf(form: { type: JobType; values: FieldValues }, context: UserContext) {
    const timeZone = await timeZoneOfForm(form, this.buildingOf(context));
    return { terms: this.dependencies.terms, now: context.now, timeZone };
  }

  /** @returns the time zone of the dates in a job's form */
  timeZoneOf({ job, fields }: drafts.DraftedJob, context: UserContext): Promise<string> {
    return timeZoneOfForm({ type: job.type, values: fields }, this.buildingOf(context));
  }

  /** Violations that must be corrected before publication. */
  async errorsOf({ job, fields }: drafts.DraftedJob, context: UserContext): Promise<FormError[]> {
    const shownFields = jobFields(job.type, this.rulesOf(context));
    const violations = checkJob(
      shownFields,
      fields,
      await this.checkingOf({ type: job.type, values: fields }, context),
    );
    return jobErrors(violations, context, shownFields);
  }

  /** Probable mistakes, which do not prevent publication. */
  async warningsOf({ job, fields }: drafts.DraftedJob, context: UserContext): Promise<FormError[]> {
    const warnings = await warnOfJob(fields, this.dependencies.places);
    return jobErrors(warnings, context, jobFields(job.type, this.rulesOf(context)));
  }

  changesOf(drafted: drafts.DraftedJob, { language }: UserContext): JobFieldChange[] {
    return describeChanges(drafted, this.dependencies.terms, language);
  }

  private async conflictOf(id: number, { now }: UserContext): Promise<{ by: string | null; at: string }> {
    const last = await drafts.findLastSaved(this.dependencies.database, id);
    return { by: last?.by ?? null, at: (last?.at ?? now).toISOString() };
  }

  private saved(
    { id, version }: drafts.DraftVersion,
    violations: readonly JobFormViolation[],
    context: UserContext,
  ): JobDraftResult {
    return { id: String(id), version, conflict: null, errors: jobErrors(violations, context) };
  }

  private faulty(violations: readonly JobFormViolation[], context: UserContext): JobDraftResult {
    return { id: null, version: null, conflict: null, errors: jobErrors(violations, context) };
  }
}

/** A job cannot be changed while it is being reviewed. */
function isInReview({ job }: drafts.DraftedJob): boolean {
  return job.state === 'needs_review' || job.change_submitted_at !== null;
}

function placeOf({ viewer, site, now }: UserContext): EditingPlace {
  return { site: site.name, organizations: organizationsOf(viewer, isAdmin(viewer)), accountId: viewer.accountId, now };
}
