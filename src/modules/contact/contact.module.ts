import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { HONEYPOT_FIELD } from '#contract/accounts/account-forms.js';
import { checkContactTexts } from '#contract/applications/contact-rules.js';
import type { FormError } from '#contract/applications/sent-form.js';
import { MESSAGE_FILES, UPLOADS_KEPT_HOURS } from '#contract/applications/uploads.js';
import {
  type ContactMessageInput,
  KeepUploadsDocument,
  KeptUploadsDocument,
  SendContactMessageDocument,
} from '#contract/generated/operations.js';
import { CONTACT_PATH, DASHBOARD_PATH } from '#contract/pages/paths.js';
import { formatMegabytes } from '#shared/text/megabytes.js';
import { AccountModule, CaptchaSolver, again, failed } from '../account/index.js';
import {
  FormRegistry,
  FormsModule,
  type FormAction,
  type FormContext,
  type FormFiles,
  type FormOutcome,
} from '../forms/index.js';
import { reportForm } from './report-form.js';

const TOO_MANY = 429;
const FILES_FIELD = 'attachments';
const CHOSEN = 'yes';
/** More than that are not looked at. */
const MAX_TOKENS = 20;

/** PAGE-01. */
function contactForm(captchas: Pick<CaptchaSolver, 'solve'>): FormAction {
  return {
    paths: [CONTACT_PATH],
    fields: [
      { name: 'name' },
      { name: 'email' },
      { name: 'subject' },
      { name: 'body' },
      { name: 'copy' },
      { name: FILES_FIELD, multiple: true },
      { name: 'captcha', secret: true },
      { name: HONEYPOT_FIELD, secret: true },
    ],
    files,
    async handle(values, call) {
      const done: FormOutcome = {
        kind: 'done',
        redirect: call.href(call.isLoggedIn ? DASHBOARD_PATH : '/'),
        notice: 'contact-sent',
      };
      // Nobody sees the field: what is in it a program has written, which is not told that it was found out.
      if (values[HONEYPOT_FIELD]) return done;
      // What is wrong anyway costs no work: the backend says so before it asks for a captcha.
      const isReady = checkContactTexts(values).length === 0;
      const captcha = isReady ? await solved(values, call, captchas) : values.captcha;
      if (captcha === undefined) {
        const message = call.t('account.withoutScripts', { email: call.site.contactEmail });
        return { kind: 'again', errors: [{ field: null, message }], status: TOO_MANY };
      }
      const answer = await call.graphql(SendContactMessageDocument, {
        input: {
          ...inputOf(values, call, captcha || null),
          attachments: pendingUploadsOf(values).map(({ token }) => token),
        },
      });
      if (!answer.ok) return failed(answer.failure, call);
      const { errors } = answer.data.sendContactMessage;
      return errors.length > 0 ? again(errors) : done;
    },
  };
}

const files: FormFiles = {
  limits: MESSAGE_FILES,
  async refusal(values, call) {
    const failure = await call.refusalOf(SendContactMessageDocument, { input: inputOf(values, call, null) });
    return failure && failed(failure, call);
  },
  async store(chosen, values, call) {
    const tokens = (values[FILES_FIELD] ?? '').split(' ').filter(Boolean).slice(0, MAX_TOKENS);
    const before =
      tokens.length > 0 ? await call.graphql(KeptUploadsDocument, { tokens, owner: call.owner }) : undefined;
    const pending = before?.ok ? before.data.keptUploads : [];
    const errors: FormError[] = [];
    if (tokens.length > pending.length)
      errors.push({ field: FILES_FIELD, message: call.t('contact.fileGone', { count: UPLOADS_KEPT_HOURS }) });
    if (chosen.length > 0) {
      const answer = await call.graphql(KeepUploadsDocument, {
        files: chosen.slice(0, MESSAGE_FILES.most),
        owner: call.owner,
      });
      if (!answer.ok) errors.push(...errorsOf(failed(answer.failure, call)));
      else {
        pending.push(...answer.data.keepUploads.kept);
        errors.push(...answer.data.keepUploads.errors.map(({ message }) => ({ field: FILES_FIELD, message })));
      }
    }
    if (chosen.length > MESSAGE_FILES.most)
      errors.push({ field: FILES_FIELD, message: call.t('contact.filesMany', { most: String(MESSAGE_FILES.most) }) });
    return { values: { [FILES_FIELD]: pending.length > 0 ? JSON.stringify(pending) : '' }, errors };
  },
  tooLarge: (names, { t, locale }) =>
    names.map((name) => ({
      field: FILES_FIELD,
      message: t('contact.fileSize', {
        name,
        each: formatMegabytes(MESSAGE_FILES.mostBytes, locale),
        all: formatMegabytes(MESSAGE_FILES.maxTotalBytes, locale),
      }),
    })),
};

function inputOf(
  values: Readonly<Record<string, string>>,
  { owner }: FormContext,
  captcha: string | null,
): ContactMessageInput {
  const { name = '', email = '', subject = '', body = '' } = values;
  return { name, email, subject, body, copy: values.copy === CHOSEN, owner, captcha };
}

/** @returns a solution, or an empty text where none is asked for; undefined: it cannot be had now */
async function solved(
  { captcha }: Readonly<Record<string, string>>,
  call: FormContext,
  captchas: Pick<CaptchaSolver, 'solve'>,
): Promise<string | undefined> {
  const { registrationCaptcha, readOnly } = call.site.features;
  if (!registrationCaptcha || call.isLoggedIn || captcha || readOnly) return captcha;
  return captchas.solve(call);
}

function pendingUploadsOf(values: Readonly<Record<string, string>>): { token: string }[] {
  return values[FILES_FIELD] ? (JSON.parse(values[FILES_FIELD]) as { token: string }[]) : [];
}

function errorsOf(outcome: FormOutcome): readonly FormError[] {
  return outcome.kind === 'again' ? outcome.errors : [];
}

/** Messages of visitors to whoever runs the site. */
@Module({ imports: [FormsModule, AccountModule] })
export class ContactModule implements OnModuleInit {
  constructor(
    @Inject(FormRegistry) private readonly forms: FormRegistry,
    @Inject(CaptchaSolver) private readonly captchas: CaptchaSolver,
  ) {}

  onModuleInit(): void {
    this.forms.add(contactForm(this.captchas));
    this.forms.add(reportForm);
  }
}
