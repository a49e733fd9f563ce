import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import type { FormError } from '#contract/applications/sent-form.js';
import { RESUME_FILE } from '#contract/applications/uploads.js';
import type { FieldValues } from '#contract/defined-form/defined-form.js';
import {
  DiscardResumeDraftDocument,
  ProposeResumeDocument,
  ResumeToImportIntoDocument,
  SaveResumeDocument,
} from '#contract/generated/operations.js';
import { OWN_RESUME_PATH, RESUME_IMPORT_PATH } from '#contract/pages/paths.js';
import {
  FILE_FIELD,
  PROPOSAL_FIELD,
  readProposal,
  reviewNames,
  mergeReview,
} from '#contract/resume-import/review-form.js';
import type { UploadedFile } from '#shared/multipart/multipart.js';
import { formatMegabytes } from '#shared/text/translator.js';
import { again, failed } from '../account/index.js';
import {
  FormRegistry,
  FormsModule,
  type FormAction,
  type FormContext,
  type FormFiles,
  type FormOutcome,
} from '../forms/index.js';
import { resumeConflict } from '../resume-editing/resume-editing.module.js';

const OK = 200;
const CONFIRM = 'confirm';

/**
 * APP-03: reads a file and shows the extracted data for confirmation. The page itself carries the data from one step to the next, so that
 * the server stores nothing before the user has confirmed it, and never stores the file.
 */
const resumeImportForm: FormAction = {
  paths: [RESUME_IMPORT_PATH],
  fields: ['go', PROPOSAL_FIELD, ...reviewNames()].map((name) => ({ name })),
  files: {
    limits: { most: 1, mostBytes: RESUME_FILE.mostBytes, maxTotalBytes: RESUME_FILE.mostBytes },
    store: (files, values, call) => (values.go === CONFIRM ? Promise.resolve(NOTHING) : propose(files, call)),
    tooLarge: (names, { t, locale }) => {
      const max = formatMegabytes(RESUME_FILE.mostBytes, locale);
      return names.map(() => ({ field: FILE_FIELD, message: t('rules.resumeFile.size', { max }) }));
    },
  },
  async handle(values, call) {
    if (values.go === CONFIRM) return confirm(values, call);
    // The same page shows the extracted data.
    if (values[PROPOSAL_FIELD]) return { kind: 'again', errors: [], status: OK };
    return again([{ field: FILE_FIELD, message: call.t('resume-import.file.missing') }]);
  },
};

const NOTHING: Awaited<ReturnType<FormFiles['store']>> = { values: {}, errors: [] };

async function propose(files: readonly UploadedFile[], call: FormContext): ReturnType<FormFiles['store']> {
  const [file] = files;
  if (!file || !call.isLoggedIn) return { values: { [PROPOSAL_FIELD]: '' }, errors: [] };
  const answer = await call.graphql(ProposeResumeDocument, { file });
  if (!answer.ok) return { values: {}, errors: errorsOf(failed(answer.failure, call)) };
  const { proposal, errors } = answer.data.proposeResume;
  return {
    values: { [PROPOSAL_FIELD]: proposal ? JSON.stringify(proposal.items) : '' },
    errors: errors.map(({ message }) => ({ field: FILE_FIELD, message })),
  };
}

async function confirm(values: Readonly<Record<string, string>>, call: FormContext): Promise<FormOutcome> {
  const items = readProposal(values[PROPOSAL_FIELD]);
  if (!items) return again([{ field: null, message: call.t('resume-import.lost') }]);
  const before = await call.graphql(ResumeToImportIntoDocument, {});
  if (!before.ok) return failed(before.failure, call);
  const { version, hasChanges, fields } = before.data.editedResume;
  const held = Object.fromEntries(fields.map(({ name, values: each }) => [name, each]));
  const merged = mergeReview(items, values, held);
  const changed = Object.entries(merged.fields);
  if (changed.length === 0) return again([{ field: null, message: call.t('resume-import.nothingTaken') }]);
  const answer = await call.graphql(SaveResumeDocument, {
    input: { version, apply: true, fields: changed.map(([name, each]) => ({ name, values: [...each] })) },
  });
  if (!answer.ok) return failed(answer.failure, call);
  const { conflict, errors, version: saved } = answer.data.saveResume;
  if (conflict) return resumeConflict(conflict, call);
  if (errors.length > 0) {
    await takeBack({ version: saved ?? 0, hasChanges, held, names: changed.map(([name]) => name) }, call);
    return again(errors.map(({ field, message }) => ({ field: (field && merged.places.get(field)) ?? null, message })));
  }
  return { kind: 'done', redirect: call.href(OWN_RESUME_PATH), notice: 'resume-imported' };
}

/** Errors are shown only in the review, so the resume's form gets its earlier values back. */
async function takeBack(
  before: { version: number; hasChanges: boolean; held: FieldValues; names: readonly string[] },
  call: FormContext,
): Promise<void> {
  const { version, hasChanges, held, names } = before;
  if (!hasChanges) await call.graphql(DiscardResumeDraftDocument, { version });
  else {
    const fields = names.map((name) => ({ name, values: [...(held[name] ?? [])] }));
    await call.graphql(SaveResumeDocument, { input: { version, apply: false, fields } });
  }
}

function errorsOf(outcome: FormOutcome): readonly FormError[] {
  return outcome.kind === 'again' ? outcome.errors : [];
}

/** Imports resumes from files. */
@Module({ imports: [FormsModule] })
export class ResumeImportModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    this.forms.add(resumeImportForm);
  }
}
