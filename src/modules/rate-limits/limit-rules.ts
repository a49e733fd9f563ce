import { normalizeEmail } from '#contract/accounts/account-rules.js';
import { UploadedFile } from '#shared/multipart/uploaded-file.js';

/** A call of a field of Query or Mutation, as limits look at it. */
export interface LimitedCall {
  field: string;
  args: Record<string, unknown>;
  /** The visitor's address; see `addressBlock`. */
  address: string;
  /** Of the viewer's session. */
  jwt?: string | undefined;
  /** What the visitor's browser is called, where somebody has logged in with it to the account of `args.email`. */
  knownBrowser?: string | undefined;
}

/** At most so many calls with the same key, or so much of what they cost, in so many seconds, which begin with the first one. */
export interface LimitRule {
  /** Unique within the field: part of the counter's name. */
  name: string;
  points: number;
  seconds: number;
  /** What is counted together; undefined: this call does not count. */
  key(call: LimitedCall): string | undefined;
  /** How much of `points` the call uses; 1 where it is missing. */
  cost?(call: LimitedCall): number;
  /** A call that succeeded: `all` forgets what its key has used up, `this` only the call itself. */
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

/** Files that are stored: what an address sends of them. @param megabytes at most */
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

/** Whoever took over a session is not to guess the password that goes with it. */
const bySession = byText('session', 10, QUARTER, ({ jwt }) => jwt);
const emailOf = ({ args }: LimitedCall) => args.email;

const emailFromAddress = (points: number, seconds: number): LimitRule =>
  byText('account-from-address', points, seconds, ({ args, address }) =>
    typeof args.email === 'string' ? `${normalizeEmail(args.email)} ${address}` : undefined,
  );

/**
 * Rules for browsers that are not known to the account; a known one has its own. So whoever uses up what an account stands, from as many
 * addresses as they like, keeps its owner from nothing.
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
 * What may be guessed, or costs somebody mail, by the field of Query or Mutation (AUTH-18). The rule on addresses comes first: who is beyond
 * it must not use up other people's. A stranger locks nobody out from where they live: their own address counts for itself, and an account as
 * a whole stands more.
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
  // Counted by the account that is written to, as when its owner asks.
  sendUserMail: [byAddress(120, HOUR), byText('account', 5, HOUR, ({ args }) => args.userId)],
  verifyEmail: [byAddress(30, QUARTER), byText('link', 10, HOUR, ({ args }) => args.token)],
  resetPassword: [byAddress(30, QUARTER)],
  loginWithIdentity: [byAddress(50, QUARTER, 'this')],
  confirmIdentityLink: [byAddress(30, QUARTER)],
  changePassword: [byAddress(30, QUARTER), bySession],
  changeEmail: [byAddress(20, HOUR), bySession, byText('account', 5, HOUR, emailOf)],
  confirmEmailChange: [byAddress(30, QUARTER)],
  deleteAccount: [byAddress(30, QUARTER), bySession],
  // Files fill the disk for an hour, messages somebody's mailbox.
  keepUploads: [byAddress(30, HOUR), bytesByAddress(60, HOUR, ({ args }) => args.files)],
  // Each has a thread to itself for a while.
  proposeResume: [byAddress(60, HOUR), byText('session', 20, HOUR, ({ jwt }) => jwt)],
  // Each costs the operator money.
  startJobDescription: [byAddress(60, HOUR), byText('session', 10, 10 * MINUTE, ({ jwt }) => jwt)],
  sendContactMessage: [
    byAddress(10, HOUR),
    byText('account', 5, HOUR, ({ args }) => (args.input as Record<string, unknown> | undefined)?.email),
  ],
  // Each is a mail to the operators.
  reportJob: [byAddress(10, HOUR)],
  // A file of 50 MB comes in a hundred parts; behind one address may sit a school.
  sendApplicationFile: [byAddress(1000, HOUR)],
  applyToJob: [
    byAddress(60, HOUR),
    byText('account', 20, HOUR, ({ args }) => (args.input as Record<string, unknown> | undefined)?.emailAddress),
  ],
  // Each is a mail to somebody.
  requestContact: [byAddress(120, HOUR), byText('session', 60, HOUR, ({ jwt }) => jwt)],
  writeToContact: [byAddress(200, HOUR), byText('session', 100, HOUR, ({ jwt }) => jwt)],
  inviteMember: [byAddress(60, HOUR), byText('session', 30, HOUR, ({ jwt }) => jwt)],
  answerApplication: [byAddress(200, HOUR), byText('session', 100, HOUR, ({ jwt }) => jwt)],
  // Each may send a mail to somebody who has not asked for it.
  createJobAlert: [
    byAddress(30, HOUR),
    byText('account', 5, HOUR, ({ args }) => (args.input as Record<string, unknown> | undefined)?.email),
  ],
  // Tokens cannot be guessed; they are not to be tried either. Mail programs of one house come from one address.
  alertOfLink: [byAddress(120, QUARTER)],
  confirmAlert: [byAddress(60, QUARTER)],
  changeAlertByLink: [byAddress(60, QUARTER)],
  deleteAlertByLink: [byAddress(300, QUARTER)],
  endDigestByLink: [byAddress(300, QUARTER)],
  captchaChallenge: [byAddress(60, QUARTER)],
  // No field of the contract: captchas that the product solves for visitors without scripts.
  solveCaptcha: [byAddress(5, HOUR), byText('site', 100, HOUR, ({ args }) => args.site)],
};

/** For every mutation that has no rules of its own. */
export const OTHER_MUTATIONS: readonly LimitRule[] = [byAddress(120, MINUTE)];
