import type { Kysely } from 'kysely';
import type { FieldDefinition, FieldValues } from '#contract/defined-form/defined-form.js';
import type {
  EditedOrganization,
  OrganizationDecisionInput,
  OrganizationDecisionResult,
  OrganizationDraftInput,
  OrganizationDraftResult,
  OrganizationProfile,
} from '#contract/generated/resolvers.js';
import { organizationFields } from '#contract/organization-form/organization-fields.js';
import {
  DEFAULT_ORGANIZATION_RULES,
  type OrganizationRules,
  PRIVATE_STEP,
  CHECKED_ORGANIZATION_RULES,
  type OrganizationRule,
  type OrganizationViolation,
} from '#contract/organization-form/organization-form.js';
import { organizationPath } from '#contract/pages/paths.js';
import { auditedActor, writeAudit } from '../../audit/audit-log.js';
import {
  isAdmin,
  type Viewer,
  type RequestContext,
  type UserContext,
} from '../../../platform/graphql/request-context.js';
import { parseId } from '../../../platform/database/statement.js';
import type { Database } from '../../../platform/database/schema.js';
import { formErrorsWith } from '../../forms/form-rules.js';
import { storeWithFiles, receiveFiles } from '../../forms/received-files.js';
import { hasAllValues, type EditingPlace } from '../../forms/stored-draft.js';
import { sanitizedFields } from '../../forms/field-values.js';
import type { Lazy } from '../../../platform/graphql/lazy.js';
import { refused } from '../../../platform/graphql/allow.js';
import { Addresses } from '../../../reference/places/addresses.js';
import type { PlaceFinder } from '../../../reference/places/places.port.js';
import type { SearchIndexer } from '../../../platform/search-index/search-index.port.js';
import type { TermCatalog } from '../../../reference/taxonomy/term-catalog.js';
import type { OrganizationProfiles } from '../organization-profiles.js';
import { buildOrganization, type Building, checkOrganization } from './build-organization.js';
import { changedFields, organizationSections, privateGroups, typedFields } from './organization-sections.js';
import * as drafts from './organization-drafts.js';
import { publishOrganization } from './publish-organization.js';
import {
  changedIdentity,
  holdForReview,
  loadSimilarNames,
  namesLike,
  pickFields,
  unchangedWaiting,
} from '../reviews/hold-for-review.js';
import { decideOrganizationReview } from '../reviews/organization-reviews.js';

const organizationErrors = formErrorsWith<OrganizationRule, keyof typeof CHECKED_ORGANIZATION_RULES>(
  'organization',
  {
    unverified: {},
    closed: {},
    nothing: {},
  },
  CHECKED_ORGANIZATION_RULES,
);

/** Operations on the pages of the viewer's organizations (REC-04). */
export class OrganizationEditing {
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

  rulesOf({ site }: Pick<RequestContext, 'site'>): OrganizationRules {
    return site.organizations ?? DEFAULT_ORGANIZATION_RULES;
  }

  /** @returns undefined if there is no such organization, or it is not the viewer's */
  async find(id: string | number, context: UserContext): Promise<drafts.DraftedOrganization | undefined> {
    const number = parseId(String(id));
    return number === undefined
      ? undefined
      : drafts.findDraftedOrganization(this.dependencies.database, number, placeOf(context));
  }

  edited(drafted: drafts.DraftedOrganization, context: UserContext): EditedOrganization {
    const { row, fields, version } = drafted;
    const shownFields = this.fieldsFor(row.id, context);
    const names = shownFields.map(({ name }) => name);
    const violations = checkOrganization(shownFields, fields, this.checking(context));
    return {
      __typename: 'EditedOrganization',
      id: String(row.id),
      name: row.name,
      state: row.state,
      url: row.state === 'public' ? { __typename: 'Url', path: organizationPath(String(row.id), row.name) } : null,
      isOwner: isOwner(context.viewer, row.id),
      version,
      hasChanges: changedFields(drafted, shownFields).length > 0,
      sections: organizationSections(drafted, shownFields).map((each) => ({
        __typename: 'OrganizationSection',
        ...each,
      })),
      inReview: [...drafted.inReview],
      fields: names.map((name) => ({ __typename: 'FormFieldValue', name, values: [...(fields[name] ?? [])] })),
      errors: organizationErrors(violations, context, shownFields),
      ...privateGroups(fields, shownFields),
    };
  }

  /** @throws FORBIDDEN for an organization that is not the viewer's, whether it exists or not */
  async save(input: OrganizationDraftInput, context: UserContext): Promise<OrganizationDraftResult> {
    const drafted = await this.require('saveOrganizationDraft', input.id, context);
    const { id, state } = drafted.row;
    if (state === 'closed') return nothingDone([{ rule: 'closed' }], context);
    const shownFields = this.fieldsFor(id, context);
    const sanitized = sanitizedFields(input.fields, shownFields, context.viewer.roles);
    if (!sanitized) return nothingDone([{ rule: 'tooMuch' }], context);
    const { database } = this.dependencies;
    const forms = { values: sanitized, before: [drafted.fields, drafted.stored] };
    const sender = { owner: input.owner ?? '', now: context.now };
    const { values, arriving, violations } = await receiveFiles(database, shownFields, forms, sender);
    // The values are stored in spite of violations, so the next request of the same form must not report a conflict.
    if (violations.length > 0) return nothingDone(violations, context, shownFields);
    const change = { id, version: input.version ?? 0, fields: values };
    const place = placeOf(context);
    const stored = await storeWithFiles(database, arriving, context.now, (trx) =>
      drafts.saveOrganizationDraft(trx, change, place),
    );
    const version = stored ?? (await this.versionWith(values, id, context));
    if (version === undefined) return this.conflict(id, context);
    const ofStep = shownFields.filter(({ step }) => step === input.step);
    const found = checkOrganization(ofStep, { ...drafted.fields, ...values }, this.checking(context));
    return { version, conflict: null, errors: organizationErrors(found, context, shownFields), inReview: [] };
  }

  async preview(drafted: drafts.DraftedOrganization, context: UserContext): Promise<Lazy<OrganizationProfile>> {
    const { row, details } = await buildOrganization(drafted, drafted, this.buildingOf(context));
    return this.dependencies.organizations.preview(row, details, context);
  }

  /**
   * Publishes the form, or one section of it, completely or not at all. Concurrent publications are serialized, and the second one gets a
   * conflict.
   *
   * @param step the section; omit for the whole form
   */
  async publish(
    { id, version, step }: { id: string; version: number; step: string | undefined },
    context: UserContext,
  ): Promise<OrganizationDraftResult> {
    const { row } = await this.require('publishOrganization', id, context);
    const place = placeOf(context);
    const { viewer, now } = context;
    if (!isAdmin(viewer) && viewer.profile.emailVerified === null)
      return nothingDone([{ rule: 'unverified' }], context);
    const { database, indexer } = this.dependencies;
    return database.transaction().execute(async (trx) => {
      const drafted = await drafts.findDraftedOrganization(trx, row.id, place, true);
      if (!drafted) throw refused('publishOrganization', 'forbidden');
      if (drafted.row.state === 'closed') return nothingDone([{ rule: 'closed' }], context);
      if (drafted.version !== version) return this.conflict(row.id, context);
      if (!drafted.hasDraft) return nothingDone([{ rule: 'nothing' }], context);
      const shownFields = this.fieldsFor(row.id, context, step);
      const typed = typedFields(drafted, shownFields);
      if (Object.keys(typed).length === 0) return nothingDone([{ rule: 'nothing' }], context);
      const wanted = { ...drafted.stored, ...drafted.waiting, ...typed };
      const violations = checkOrganization(shownFields, wanted, this.checking(context));
      if (violations.length > 0) return nothingDone(violations, context, shownFields);
      const left = unchangedWaiting(drafted, wanted);
      const inReview = [...new Set([...left, ...(await this.toReview(trx, { ...drafted, fields: wanted }, context))])];
      const fields = { ...wanted, ...pickFields(drafted.stored, inReview) };
      const isRest = Object.keys(drafted.draft).some((name) => !(name in typed));
      const draft = isRest ? Object.keys(typed) : 'removed';
      await publishOrganization(
        trx,
        { ...drafted, fields },
        { indexer, building: this.buildingOf(context), now, draft },
      );
      await holdForReview(trx, row.id, pickFields(wanted, inReview), place);
      const details = { organization: String(row.id), ...(step === undefined ? {} : { section: step }) };
      await writeAudit(
        trx,
        { action: 'organization.published', ...auditedActor(viewer), site: place.site, details },
        now,
      );
      return { version: version + 1, conflict: null, errors: [], inReview };
    });
  }

  /**
   * People recognise an organization by its name and pictures. On sites that review jobs, changes of these are reviewed too if the
   * organization is public; a name similar to that of another organization is reviewed on every site.
   */
  private async toReview(
    trx: Kysely<Database>,
    drafted: drafts.DraftedOrganization,
    { viewer, site }: UserContext,
  ): Promise<string[]> {
    const changed = changedIdentity(drafted);
    if (isAdmin(viewer) || drafted.row.state !== 'public' || changed.length === 0) return [];
    if (site.jobs?.review) return changed;
    if (!changed.includes('name')) return [];
    const wanted = { id: drafted.row.id, name: drafted.fields.name?.[0] ?? '' };
    return namesLike(await loadSimilarNames(trx, site.name), wanted).length > 0 ? ['name'] : [];
  }

  /** Applies a reviewer's decision about a waiting change. */
  async decide(input: OrganizationDecisionInput, context: UserContext): Promise<OrganizationDecisionResult> {
    const { database, indexer } = this.dependencies;
    const { accountId, now, site } = placeOf(context);
    const deciding = { site, accountId, now, indexer, building: this.buildingOf(context) };
    const violations = await decideOrganizationReview(database, input, deciding);
    return { errors: organizationErrors(violations, context) };
  }

  /** @param step the section; omit for the whole form */
  async discard(
    { id, version, step }: { id: string; version: number; step: string | undefined },
    context: UserContext,
  ): Promise<OrganizationDraftResult> {
    const { row } = await this.require('discardOrganizationDraft', id, context);
    const names = this.fieldsFor(row.id, context, step).map(({ name }) => name);
    const isDone = await drafts.discardOrganizationDraft(this.dependencies.database, { id: row.id, version }, names);
    return isDone ? { version: version + 1, conflict: null, errors: [], inReview: [] } : this.conflict(row.id, context);
  }

  /** @returns the current version; undefined if the form has other values */
  private async versionWith(values: FieldValues, id: number, context: UserContext): Promise<number | undefined> {
    const drafted = await this.find(id, context);
    return drafted && hasAllValues(drafted.fields, values) ? drafted.version : undefined;
  }

  private async require(operation: string, id: string, context: UserContext): Promise<drafts.DraftedOrganization> {
    const drafted = await this.find(id, context);
    if (!drafted) throw refused(operation, 'forbidden');
    return drafted;
  }

  /**
   * Editors neither see nor change the private fields, which are for owners.
   *
   * @param section limits the fields to those of a section
   */
  private fieldsFor(organizationId: number, context: UserContext, section?: string): FieldDefinition[] {
    const isAllowed = isOwner(context.viewer, organizationId);
    return organizationFields(this.rulesOf(context)).filter(
      ({ step, isHidden }) =>
        !isHidden && (isAllowed || step !== PRIVATE_STEP) && (section === undefined || step === section),
    );
  }

  private checking({ now }: UserContext) {
    return { terms: this.dependencies.terms, now };
  }

  private buildingOf(context: RequestContext): Building {
    return { terms: this.dependencies.terms, addresses: this.addresses, rules: this.rulesOf(context) };
  }

  private async conflict(id: number, context: UserContext): Promise<OrganizationDraftResult> {
    const last = await drafts.findLastSaved(this.dependencies.database, id);
    const at = (last?.at ?? context.now).toISOString();
    return {
      version: null,
      conflict: { __typename: 'FormConflict', by: last?.by ?? null, at },
      errors: [],
      inReview: [],
    };
  }
}

function isOwner(viewer: Viewer, organizationId: number): boolean {
  return isAdmin(viewer) || viewer.memberships.get(organizationId)?.role === 'owner';
}

function placeOf({ viewer, site, now }: UserContext): EditingPlace {
  const organizations = isAdmin(viewer) ? null : [...viewer.memberships.keys()];
  return { site: site.name, organizations, accountId: viewer.accountId, now };
}

function nothingDone(
  violations: readonly OrganizationViolation[],
  context: RequestContext,
  fields: readonly FieldDefinition[] = [],
): OrganizationDraftResult {
  return { version: null, conflict: null, errors: organizationErrors(violations, context, fields), inReview: [] };
}
