import { CONSENT_GIVEN, HONEYPOT_FIELD } from '#contract/accounts/account-forms.js';
import { RegisterUserDocument } from '#contract/generated/operations.js';
import { isInvited } from '#contract/accounts/invited.js';
import type { FormAction, FormOutcome } from '../forms/index.js';
import type { CaptchaSolver } from './captcha/captcha-solver.js';
import { afterRegistration, again, check, failed, wantedAddress } from './form-answers.js';

const TOO_MANY = 429;

/** AUTH-11. What is said afterwards is the same whether there was an account or not. */
export function registerForm(captchas: Pick<CaptchaSolver, 'solve'>): FormAction {
  return {
    paths: ['/user/register/applicant', '/user/register/recruiter'],
    fields: [
      { name: 'firstName' },
      { name: 'lastName' },
      { name: 'organizationName' },
      { name: 'email' },
      { name: 'password', secret: true },
      { name: 'consent' },
      { name: 'captcha', secret: true },
      { name: HONEYPOT_FIELD, secret: true },
    ],
    async handle(values, call) {
      const role = call.path.endsWith('recruiter') ? 'recruiter' : 'applicant';
      const organizationName =
        role === 'recruiter' && !isInvited(call.query.get('destination')) ? values.organizationName : undefined;
      const wrong = check('register', { ...values, organizationName }, call);
      if (wrong) return wrong;
      const done: FormOutcome = { kind: 'done', redirect: afterRegistration(call), mailedTo: values.email! };
      const { site, t } = call;
      // Nobody sees the field: what is in it a program has written, which is not told that it was found out.
      if (site.features.registrationCaptcha && values[HONEYPOT_FIELD]) return done;
      const isToSolve = site.features.registrationCaptcha && !values.captcha && !site.features.readOnly;
      const captcha = isToSolve ? await captchas.solve(call) : values.captcha;
      if (isToSolve && captcha === undefined) {
        const message = t('account.withoutScripts', { email: site.contactEmail });
        return { kind: 'again', errors: [{ field: null, message }], status: TOO_MANY };
      }
      const answer = await call.graphql(RegisterUserDocument, {
        input: {
          role,
          email: values.email!,
          password: values.password!,
          firstName: values.firstName,
          lastName: values.lastName,
          organizationName: organizationName ?? null,
          consent: values.consent === CONSENT_GIVEN,
          captcha: captcha || null,
          destination: wantedAddress(call) ?? null,
        },
      });
      if (!answer.ok) return failed(answer.failure, call);
      const { errors } = answer.data.registerUser;
      return errors.length > 0 ? again(errors) : done;
    },
  };
}
