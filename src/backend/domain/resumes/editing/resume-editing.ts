import type { Kysely } from 'kysely';
import type { FieldDefinition, FieldValues } from '#contract/defined-form/defined-form.js';
import type {
  EditedResume,
  ResumeResult,
  SaveResumeInput,
  Mutation,
  MutationDiscardResumeDraftArgs,
  MutationSaveResumeArgs,
  MutationSetResumeVisibilityArgs,
  Query,
} from '#contract/generated/resolvers.js';
import { resumeFields } from '#contract/resume-form/resume-fields.js';
import {
  CHECKED_RESUME_RULES,
  DEFAULT_RESUME_RULES,
  type ResumeRule,
  completenessOf,
} from '#contract/resume-form/resume-form.js';
import { checkRevealed, type ResumeViolation, checkResumeForm } from '#contract/resume-form/check-resume-form.js';
import type { Database } from '../../../platform/database/schema.js';
import { formErrorsWith, type Checking, referenceFacts } from '../../forms/form-rules.js';
import { receiveFiles } from '../../forms/received-files.js';
import { sanitizedFields } from '../../forms/field-values.js';
import { hasAllValues } from '../../forms/stored-draft.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import type { Lazy } from '../../../platform/graphql/lazy.js';
import type { RequestContext, UserContext } from '../../../platform/graphql/request-context.js';
import { Addresses } from '../../../reference/places/addresses.js';
import type { PlaceFinder } from '../../../reference/places/places.port.js';
import type { SearchIndexer } from '../../../platform/search-index/search-index.port.js';
import type { TermCatalog } from '../../../reference/taxonomy/term-catalog.js';
import { pictureAddress } from '../contract-resume.js';
import { type BeforeResumeDeletion, deleteResume } from '../resume-retention.js';
import { saveResumes } from '../resume.repository.js';
import { buildResume } from './build-resume.js';
import * as forms from './resume-form.repository.js';

const resumeErrors = formErrorsWith<ResumeRule, keyof typeof CHECKED_RESUME_RULES>(
  'resume',
  { revealed: {}, title: {}, none: {} },
  CHECKED_RESUME_RULES,
);

/**
 * Operations on the viewer's own resume (APP-03). The owner is determined by the session: no operation can name another person's resume.
 */
export class ResumeEditing {
  private readonly addresses: Addresses;

  constructor(
    private readonly dependencies: {
      database: Kysely<Database>;
      indexer: Pick<SearchIndexer, 'indexResumes'>;
      terms: TermCatalog;
      places: PlaceFinder;
      beforeDeletion: BeforeResumeDeletion;
    },
  ) {
    this.addresses = new Addresses(dependencies.places, undefined);
  }

  async edited(context: UserContext): Promise<Lazy<EditedResume>> {
    const place = placeOf(context);
    const { database } = this.dependencies;
    const { row, version, typed, fields, stored } = await forms.findForm(database, place);
    const shownFields = fieldsFor(context);
    return {
      __typename: 'EditedResume',
      exists: row !== undefined,
      visible: row?.visible ?? false,
      version,
      hasChanges: Object.keys(typed).length > 0,
      fields: shownFields.map(({ name }) => ({
        __typename: 'FormFieldValue',
        name,
        values: [...(fields[name] ?? [])],
      })),
      errors: resumeErrors(checkResume(shownFields, fields, this.checking(context)), context, shownFields),
      picture: async () => {
        const picture = await forms.findFormPicture(database, fields.picture?.[0], place);
        return picture ? pictureAddress(picture) : null;
      },
      completeness: completenessOf(shownFields, row ? stored : {}),
    };
  }

  async save(input: SaveResumeInput, context: UserContext): Promise<ResumeResult> {
    const { database } = this.dependencies;
    const place = placeOf(context);
    const before = await forms.findForm(database, place);
    const shownFields = fieldsFor(context);
    const sanitized = sanitizedFields(input.fields, shownFields, context.viewer.roles);
    if (!sanitized) return nothingDone([{ rule: 'tooMuch' }], context);
    const { values, arriving, violations } = await receiveFiles(
      database,
      shownFields,
      { values: sanitized, before: [before.fields, before.stored] },
      { owner: input.owner ?? '', now: context.now },
    );
    // The values are stored in spite of violations, so the next request of the same form must not report a conflict.
    if (violations.length > 0) return nothingDone(violations, context);
    return database.transaction().execute(async (trx) => {
      const stored = await forms.storeTyped(trx, { version: input.version ?? 0, fields: values }, place);
      const version = stored ?? (await versionWith(values, trx, place));
      if (version === undefined) return this.conflict(context, trx);
      for (const file of arriving) await forms.storeFormPicture(trx, file, place);
      if (values.picture) await forms.storeOnePicture(trx, values.picture[0], place);
      if (!input.apply) return { version, conflict: null, errors: [] };
      const sent = shownFields.filter(({ name }) => Object.hasOwn(values, name));
      const form = await forms.findForm(trx, place);
      const names = Object.keys(values);
      const found = [
        ...checkResume(sent, form.fields, this.checking(context)),
        ...checkRevealed(shownFields, names, { ...form.stored, ...values }),
      ];
      if (found.length === 0 && sent.length > 0) await this.apply(trx, form, names, context);
      return { version, conflict: null, errors: resumeErrors(found, context, shownFields) };
    });
  }

  async discard(version: number, context: UserContext): Promise<ResumeResult> {
    const isDone = await forms.discardTyped(this.dependencies.database, version, placeOf(context));
    return isDone ? { version: version + 1, conflict: null, errors: [] } : this.conflict(context);
  }

  /** A resume without a title cannot be made visible. */
  async setVisible(visible: boolean, context: UserContext): Promise<ResumeResult> {
    const { database, indexer } = this.dependencies;
    const { accountId, site } = placeOf(context);
    return database.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom('resume')
        .select(['id', 'title'])
        .where('account_id', '=', accountId)
        .where('site', '=', site)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return nothingDone([{ rule: 'none' }], context);
      if (visible && row.title === null) return nothingDone([{ rule: 'title' }], context);
      await trx.updateTable('resume').set({ visible }).where('id', '=', row.id).execute();
      await indexer.indexResumes(trx, [row.id]);
      return { version: null, conflict: null, errors: [] };
    });
  }

  /** Deletes the resume and the draft of its form. */
  async delete(context: UserContext): Promise<ResumeResult> {
    const { accountId, site } = placeOf(context);
    const { database, beforeDeletion } = this.dependencies;
    const wasThere = await database
      .transaction()
      .execute((trx) => deleteResume(trx, { accountId, site }, { beforeDeletion, now: context.now }));
    return wasThere ? { version: null, conflict: null, errors: [] } : nothingDone([{ rule: 'none' }], context);
  }

  /** @param names fields to store in the resume; the others stay unchanged */
  private async apply(
    trx: Kysely<Database>,
    form: forms.EditedForm,
    names: readonly string[],
    context: UserContext,
  ): Promise<void> {
    const place = placeOf(context);
    const sent = Object.fromEntries(names.map((name) => [name, form.fields[name] ?? []]));
    const known = { accountId: place.accountId, language: context.language, changed: context.now };
    const resume = await buildResume(form, { ...form.stored, ...sent }, { addresses: this.addresses, known });
    const ids = await saveResumes(trx, place.site, [resume], this.dependencies.indexer);
    if (sent.picture)
      await forms.movePicture(trx, { resumeId: ids.get(place.accountId)!, value: sent.picture[0] }, place);
    await forms.deleteTyped(trx, names, place);
  }

  private checking({ now }: UserContext) {
    return { terms: this.dependencies.terms, now };
  }

  private async conflict(context: UserContext, database = this.dependencies.database): Promise<ResumeResult> {
    const at = (await forms.findLastSaved(database, placeOf(context))) ?? context.now;
    const { name } = context.viewer.profile;
    return {
      version: null,
      conflict: { __typename: 'FormConflict', by: name, at: at.toISOString() },
      errors: [],
    };
  }
}

/** @returns the current version; undefined if the form has other values */
async function versionWith(
  values: FieldValues,
  trx: Kysely<Database>,
  place: forms.ResumePlace,
): Promise<number | undefined> {
  const { fields, version } = await forms.findForm(trx, place);
  return hasAllValues(fields, values) ? version : undefined;
}

/** Fields that the site uses. */
function fieldsFor({ site }: RequestContext): FieldDefinition[] {
  return resumeFields(site.resumeForm ?? DEFAULT_RESUME_RULES).filter(({ isHidden }) => !isHidden);
}

function placeOf({ viewer, site, now }: UserContext): forms.ResumePlace {
  return { accountId: viewer.accountId, site: site.name, now };
}

function nothingDone(violations: readonly ResumeViolation[], context: RequestContext): ResumeResult {
  return { version: null, conflict: null, errors: resumeErrors(violations, context) };
}

/** Resolvers for the viewer's own resume (APP-03). */
export function resumeEditingResolvers(editing: ResumeEditing) {
  return {
    Query: {
      editedResume: allow<object, Query['editedResume']>('applicant', (_args, context) => editing.edited(context)),
    },

    Mutation: {
      saveResume: allow<MutationSaveResumeArgs, Mutation['saveResume']>('applicant', ({ input }, context) =>
        editing.save(input, context),
      ),
      discardResumeDraft: allow<MutationDiscardResumeDraftArgs, Mutation['discardResumeDraft']>(
        'applicant',
        ({ version }, context) => editing.discard(version, context),
      ),
      setResumeVisibility: allow<MutationSetResumeVisibilityArgs, Mutation['setResumeVisibility']>(
        'applicant',
        ({ visible }, context) => editing.setVisible(visible, context),
      ),
      deleteResume: allow<object, Mutation['deleteResume']>('self', (_args, context) => editing.delete(context)),
    },
  } satisfies RootResolvers;
}

/** Violations in a resume's form. @param fields fields to check @param values values of the whole form */
export function checkResume(
  fields: readonly FieldDefinition[],
  values: FieldValues,
  { terms, now }: Checking & { now: Date },
): ResumeViolation[] {
  return checkResumeForm(fields, values, { ...referenceFacts({ terms }), now });
}
