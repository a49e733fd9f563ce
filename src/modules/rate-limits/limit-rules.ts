import { normalizeEmail } from '#contract/accounts/account-rules.js';
import { UploadedFile } from '#shared/multipart/multipart.js';

/** A call of a field of Query or Mutation, as seen by the rate limits. */
export interface LimitedCall {
  field: string;
  args: Record<string, unknown>;
  /** The visitor's IP address; see `addressBlock`. */
  address: string;
  /** The jwt of the visitor's session. */
  jwt?: string | undefined;
  /** Id of the visitor's browser, if somebody has logged in with it to the account of `args.email`. */
  knownBrowser?: string | undefined;
}

/**
 * Limits the number (or total cost) of calls with the same key to `points` within a window of `seconds`, which begins with the first call.
 */
export interface LimitRule {
  /** Unique within the field: part of the counter's name. */
  name: string;
  points: number;
  seconds: number;
  /** Key of the counter; undefined if this call does not count. */
  key(call: LimitedCall): string | undefined;
  /** How many `points` the call uses; 1 if missing. */
  cost?(call: LimitedCall): number;
  /** Effect of a successful call: `all` resets the counter of its key, `this` takes back only the call itself. */
  forgive?: 'all' | 'this';
}

const MINUTE = 60;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;

const byAddress = (points: number, seconds: number, forgive?: LimitRule['forgive']): LimitRule => ({
  name: 'address',
  points,
  seconds,
  key: ({ address }) => address,
  forgive,
});

/** Limits the size of the files that an address sends. @param megabytes maximum total size */
const bytesByAddress = (megabytes: number, seconds: number, read: (call: LimitedCall) => unknown): LimitRule => ({
  name: 'address-kilobytes',
  points: megabytes * 1000,
  seconds,
  key: ({ address }) => address,
  cost: (call) => {
    const files = [read(call)].flat();
    const sizes = files.map((file) => (file instanceof UploadedFile ? file.bytes.byteLength : 0));
    return Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1000);
  },
});

const byText = (name: string, points: number, seconds: number, read: (call: LimitedCall) => unknown): LimitRule => ({
  name,
  points,
  seconds,
  key: (call) => {
    const value = read(call);
    return typeof value === 'string' && value !== '' ? normalizeEmail(value) : undefined;
  },
});

/** A hijacked session must not be used to guess the password of its account. */
const bySession = byText('session', 10, QUARTER, ({ jwt }) => jwt);
const emailOf = ({ args }: LimitedCall) => args.email;

const emailFromAddress = (points: number, seconds: number): LimitRule =>
  byText('account-from-address', points, seconds, ({ args, address }) =>
    typeof args.email === 'string' ? `${normalizeEmail(args.email)} ${address}` : undefined,
  );

/**
 * Applies the rules to browsers that are unknown to the account; a known browser has a rule of its own. An attacker who uses up the limits
 * of an account, from any number of addresses, therefore does not lock out its owner.
 */
const unlessKnown = (own: Pick<LimitRule, 'points' | 'seconds' | 'forgive'>, ...rules: LimitRule[]): LimitRule[] => [
  ...rules.map((rule) => ({
    ...rule,
    key: (call: LimitedCall) => (call.knownBrowser === undefined ? rule.key(call) : undefined),
  })),
  {
    ...own,
    name: 'known-browser',
    key: ({ args, knownBrowser }) =>
      knownBrowser === undefined ? undefined : `${normalizeEmail(String(args.email))} ${knownBrowser}`,
  },
];

/**
 * Limits on fields of Query and Mutation that can be used for guessing, or that cause mails or costs (AUTH-18). The rule for addresses
 * comes first: a client that exceeds it must not use up the limits of other people. Strangers cannot lock out the owner of an account at
 * home: the combination of account and address has its own limit, and the limit of the account as a whole is higher.
 */
export const LIMIT_RULES: Readonly<Record<string, readonly LimitRule[]>> = {
  userLogin: unlessKnown(
    { points: 10, seconds: QUARTER, forgive: 'all' },
    byAddress(50, QUARTER, 'this'),
    { ...emailFromAddress(10, QUARTER), forgive: 'all' },
    { ...byText('account', 100, HOUR, emailOf), forgive: 'all' },
  ),
  registerUser: [
    byAddress(20, HOUR),
    byText('account', 5, HOUR, ({ args }) => (args.input as Record<string, unknown> | undefined)?.email),
  ],
  requestEmailVerification: unlessKnown(
    { points: 5, seconds: HOUR },
    byAddress(20, HOUR),
    emailFromAddress(5, HOUR),
    byText('account', 20, HOUR, emailOf),
  ),
  requestPasswordReset: unlessKnown(
    { points: 5, seconds: HOUR },
    byAddress(20, HOUR),
    emailFromAddress(5, HOUR),
    byText('account', 20, HOUR, emailOf),
  ),
  // Counted for the account of the recipient, like requests of its owner.
  sendUserMail: [byAddress(120, HOUR), byText('account', 5, HOUR, ({ args }) => args.userId)],
  verifyEmail: [byAddress(30, QUARTER), byText('link', 10, HOUR, ({ args }) => args.token)],
  resetPassword: [byAddress(30, QUARTER)],
  loginWithIdentity: [byAddress(50, QUARTER, 'this')],
  confirmIdentityLink: [byAddress(30, QUARTER)],
  changePassword: [byAddress(30, QUARTER), bySession],
  changeEmail: [byAddress(20, HOUR), bySession, byText('account', 5, HOUR, emailOf)],
  confirmEmailChange: [byAddress(30, QUARTER)],
  deleteAccount: [byAddress(30, QUARTER), bySession],
  // Files use disk space for an hour, messages fill somebody's mailbox.
  keepUploads: [byAddress(30, HOUR), bytesByAddress(60, HOUR, ({ args }) => args.files)],
  // Each call occupies a thread for a while.
  proposeResume: [byAddress(60, HOUR), byText('session', 20, HOUR, ({ jwt }) => jwt)],
  // Each call costs the operator money.
  startJobDescription: [byAddress(60, HOUR), byText('session', 10, 10 * MINUTE, ({ jwt }) => jwt)],
  sendContactMessage: [
    byAddress(10, HOUR),
    byText('account', 5, HOUR, ({ args }) => (args.input as Record<string, unknown> | undefined)?.email),
  ],
  // Each call sends a mail to the operators.
  reportJob: [byAddress(10, HOUR)],
  // A file of 50 MB is sent in a hundred parts, and a whole school may share one address.
  sendApplicationFile: [byAddress(1000, HOUR)],
  applyToJob: [
    byAddress(60, HOUR),
    byText('account', 20, HOUR, ({ args }) => (args.input as Record<string, unknown> | undefined)?.emailAddress),
  ],
  // Each call sends a mail.
  requestContact: [byAddress(120, HOUR), byText('session', 60, HOUR, ({ jwt }) => jwt)],
  writeToContact: [byAddress(200, HOUR), byText('session', 100, HOUR, ({ jwt }) => jwt)],
  answerApplication: [byAddress(200, HOUR), byText('session', 100, HOUR, ({ jwt }) => jwt)],
  // The mail goes to somebody who has not requested it, and contains a name that the sender has chosen.
  inviteMember: [
    byAddress(60, HOUR),
    byText('session', 30, HOUR, ({ jwt }) => jwt),
    byText('account', 5, HOUR, emailOf),
  ],
  // Each call may send an invoice to an address that nobody has confirmed.
  placeOrder: [byAddress(60, HOUR), byText('session', 30, HOUR, ({ jwt }) => jwt)],
  // Each call may query VIES, which blocks those who ask too often.
  orderQuote: [byAddress(300, QUARTER), byText('session', 120, QUARTER, ({ jwt }) => jwt)],
  // Each call may send a mail to somebody who has not requested it.
  createJobAlert: [
    byAddress(30, HOUR),
    byText('account', 5, HOUR, ({ args }) => (args.input as Record<string, unknown> | undefined)?.email),
  ],
  // Tokens cannot be guessed, but attempts are limited nevertheless. The mail scanners of a company share one address.
  alertOfLink: [byAddress(120, QUARTER)],
  confirmAlert: [byAddress(60, QUARTER)],
  changeAlertByLink: [byAddress(60, QUARTER)],
  deleteAlertByLink: [byAddress(300, QUARTER)],
  endDigestByLink: [byAddress(300, QUARTER)],
  captchaChallenge: [byAddress(60, QUARTER)],
  // Not a field of the contract: captchas that this server solves for visitors without scripts.
  solveCaptcha: [byAddress(5, HOUR), byText('site', 100, HOUR, ({ args }) => args.site)],
};

/** Limits for every mutation without rules of its own. */
export const OTHER_MUTATIONS: readonly LimitRule[] = [byAddress(120, MINUTE)];
