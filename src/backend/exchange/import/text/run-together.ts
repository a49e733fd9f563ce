const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that start a line of an advertisement and are not the second half of a product's name. */
const OPENERS = words(`
  Ability Able About According Accountable Accurate Achieve Act Adapt Additional Adhere Advanced All Also An Analyze And Annual
  Answer Any Apply Are Arrange As Assist Assisting Assists At Attend Attractive Be Benefits Bachelor Basic Build But By Candidate Candidates
  Can Certified Clean Collaborate Collect Comfortable Communicate Company Compensation Compensate Competitive Completed Comply
  Conduct Contact Continued Contribute Coordinate Create Creates Creative Demonstrable Demonstrate Demonstrated Dental Deliver Design Desired
  Detail Develop Developing Direct Do Drive During Each Education Effective Efficient Enjoy Ensure Ensures Ensuring Essential Establish Evaluate
  Evaluates Excellent Exceptional Execute Experience Experienced Extensive Familiar Familiarity Flexible Follow For Fluent Free From Full Fun
  Generate Generous Good Great Handle Handles Has Have Having Health Help High Highly How Identify If Implement Implements Include
  Includes Including Initiate Interact Interested Interpersonal Is It Job Join Keep Knowledge Knowledgeable Large Lead Leads Learn Liaise
  License Long Maintain Maintains Make Manage Manages Managing Master May Medical Meet Meets Mentor Minimum Monitor Monitoring More Must
  My Need No Not Of On Once Operate Opportunity Opportunities Or Organize Our Outstanding Oversee Overview Paid Participate Part Perform
  Performs Performing Plan Please Position Positive Possess Preferred Prepare Prepares Previous Prior Proactive Proactively Problem Produce
  Proficient Proficiency Promote Proven Provide Provides Providing Qualified Qualifications Quick Receive Recommend Refrain Regular
  Relevant Relocation Report Reports Represent Required Requirements Requires Research Resolve Respond Responsible Responsibilities Review
  Reviews Run Salary Schedule Scheduling Self Send Serve Should Significant Skills Solid Some Start Strong Submit Suggesting Superior Supervise
  Supervises Support Supports Take Team Technical That The Their There These They This Through To Track Train Travel Troubleshoot
  Understand Understanding Under Understands Use Using Utilize Vacation Valid Verify Very Want We Weekly Well What When Where Who Why
  Will Willing Willingness With Work Working Works Would Write Years You Your Responsive Respectful Capable Passionate Passion Dedicated
  Dedication Previous Enthusiastic Motivated Professional Punctual Reliable Tuition Accrued Profit Retirement Disability Insurance Bonus`);

/** Lower-case words that end a line of an advertisement. */
const ENDINGS = words(`
  advantage advantages agencies applicants application applications area areas asset assets balance base basis benefits board boards budget business
  candidate candidates career care cases cash center centre change check clients code colleagues commission communication communications companies company
  compensation completion computer contract contracts cost costs country culture customer customers data dates deadlines degree
  department departments design detail details development diploma discounts documents duties duty education effort efforts email employees
  employer employment energy engineering environment environments equipment equivalent essential etc events excellence exceeded experience
  experiences expenses facilities facility families field fields files form forms friends future goals growth guests guidance health
  holidays home hour hours ideas income industries industry information insurance interview issues job jobs knowledge language
  languages law leads leadership legislation level levels license life list literate location locations management manager managers
  market markets materials matching matters maintenance media meetings members methods minutes money month months needed needs
  network office offices online operations opportunities opportunity option options order orders organization others package parties partners
  passion patients pay people performance perks person personnel phone plan plans plus policies policy position positions practices
  preferred pressure price principles problems procedures process processes product productive products profile program programs
  programme progress project projects proposals protocol public purposes qualifications quality quarter questions records reference references
  regulations reports request requests required requirement requirements resources responsibilities results resume review reviews role
  rules safety salary sales savings schedule school screen services service sessions setting shift shifts sites site skill skills software
  solution solutions specifications staff standards statements strategy students success suppliers support system systems task tasks
  team teams techniques technologies technology templates testing time timelines times tools tool tomorrow trade training travel trends
  university users vacation values vehicle vendors visits volunteers website week weekends weeks work workers workplace world year years
  yes distractions locations taking paced oriented unsupervised independently quickly accurately basics overview drive audience approach clients`);

/** Headings that run into the following text: `RequirementsAll employees…`. */
const HEADINGS = words(`
  advantages background benefits compensation description duties duration education experience functions hours information location objective
  objectives overview perks position profile purpose qualifications qualification requirements responsibilities responsibility role salary schedule
  skills skill summary tasks training introduction activities abilities competencies metrics type`);

/** Second halves of names that are written as one word: `JavaScript`, `PowerPoint`, `LinkedIn`, `GitHub`. */
const NAME_ENDINGS = words(`
  Script Point In Tube Hub Lab Books Book Shop Press Native Works Flow Cloud Base Port Sheet Sheets Force Up Box Soft Ware Pay Pal Pad Phone
  Pod Mac Net Query Mail Chat Bank Jet Art Krupp View Viewer Cad Desk Office Space Spaces Market Berry Air Web Suite Card Wire Track
  Trade Watch Man Test Runner Logix Flex Beans Rails Play Gen Pro Max Plus One Ops Sec Donald Donalds Kinsey Gregor Bride Graw Call Cain
  Kenna Carthy Leod Millan Intyre Arthur Coy Gill Cann Key Path Stack Storm Studio Link Linked Time Serve Bot Type Ex Tek Craft Land`);

/** Lower-case words that names start with: `easyJet`, `deviantArt`, `openText`. */
const NAME_BEGINNINGS = words(`
  easy deviant thyssen open micro hyper super multi inter meta auto cyber nano tele photo video smart mobile cloud java type power quick linked
  face you word post mongo angular react node ruby visual cold dream fire illus after black blue auto solid sales team master pay
  west north south east mac data trans intra extra under over self semi anti`);

// `Node.Js`, `ASP.Net`, `Amazon.Com`: names, not ends of sentences.
const NOT_A_SENTENCE = /^(?:Net|Js|Com|Org|Io|Co|Uk|Ca|De|Fr|Eu|Java|Py|Php|Html|Xml|Json|Csv|Txt|Pdf|Doc)(?![a-z])/;
// Explicit ranges for the letters of western Europe: over a whole file, Unicode property escapes take more time than everything else.
const SMALL = 'a-zß-öø-ÿ';
const LARGE = 'A-ZÀ-ÖØ-Þ';
const AFTER_SENTENCE = new RegExp(
  `([${SMALL}]{2}|[)\\]"”]|\\d{2}|[${LARGE}]{3}(?=[!?:]))[.!?:;](?=[${LARGE}][${SMALL}]|[AI] [${SMALL}]|[${LARGE}]{5,} )`,
  'g',
);
const LATE_STOP = new RegExp(` ([.;])(?=[${LARGE}][${SMALL}])`, 'g');
const AFTER_BRACKET = new RegExp(`([${SMALL}] ?[)\\]])(?=[${LARGE}][${SMALL}]{2})`, 'g');
const AFTER_COMMA = new RegExp(`([${SMALL}]{2},)(?=[${LARGE}][${SMALL}]{2})`, 'g');
const BOUNDARY = new RegExp(`[${SMALL}][${LARGE}]|[${LARGE}]{4}[${SMALL}]`, 'g');
const LETTER = /[\p{L}\p{N}]/u;
const HUMPS = new RegExp(`^[${LARGE}${SMALL}][${SMALL}]+(?:[${LARGE}][${SMALL}]+)+$`);
const HUMP = new RegExp(`[${LARGE}]?[${SMALL}]+`, 'g');
const SHOUTED_BEFORE = new RegExp(`^([${LARGE}]{4,})(?=[${LARGE}][${SMALL}])`);
const SHOUTED_AFTER = new RegExp(`^([${LARGE}${SMALL}]*[${SMALL}]{2})([${LARGE}]{4,})$`);
/** The start of a link or mail address that continues at this point. */
const ADDRESS = /(?:https?:\/\/|www\.|@)\S*$/i;
const MAX_ADDRESS_LENGTH = 150;
const MIN_WORD_LENGTH = 4;

/**
 * Inserts a line break where one was lost (`ends here.The next`, `skillsStrong`), but only where that is certain: names such as JavaScript,
 * LinkedIn or Node.js are not split.
 */
export function separateRunTogether(text: string): string {
  const separated = text
    .replace(AFTER_SENTENCE, (whole, _before: string, at: number) =>
      NOT_A_SENTENCE.test(text.slice(at + whole.length, at + whole.length + 8)) ||
      ADDRESS.test(text.slice(Math.max(0, at - MAX_ADDRESS_LENGTH), at))
        ? whole
        : `${whole}\n`,
    )
    .replace(LATE_STOP, '$1\n')
    .replace(AFTER_BRACKET, '$1\n')
    .replace(AFTER_COMMA, '$1 ');
  return separateWords(separated);
}

/** Splits only words with a capital letter inside, of which there are few. */
function separateWords(text: string): string {
  let result = '';
  let done = 0;
  BOUNDARY.lastIndex = 0;
  for (let match = BOUNDARY.exec(text); match; match = BOUNDARY.exec(text)) {
    let start = match.index;
    while (start > done && LETTER.test(text[start - 1]!)) start -= 1;
    let end = match.index + match[0].length;
    while (end < text.length && LETTER.test(text[end]!)) end += 1;
    result += text.slice(done, start) + separateWord(text.slice(start, end));
    done = end;
    BOUNDARY.lastIndex = end;
  }
  return result + text.slice(done);
}

function separateWord(word: string): string {
  const [, shouted] = SHOUTED_BEFORE.exec(word) ?? [];
  if (shouted !== undefined && HEADINGS.has(shouted.toLowerCase())) return `${shouted}\n${word.slice(shouted.length)}`;
  const [, before, after] = SHOUTED_AFTER.exec(word) ?? [];
  if (before !== undefined && after !== undefined && HEADINGS.has(after.toLowerCase())) return `${before}\n${after}`;
  return HUMPS.test(word) ? splitCamelCase(word.match(HUMP) ?? [word]) : word;
}

/** Splits `companyAll` and `QualificationsHigh` into two words each, but not `PowerPoint`. */
function splitCamelCase(humps: readonly string[]): string {
  return humps.reduce((line, hump, index) =>
    isBoundary(humps[index - 1]!, hump, index === 1) ? `${line}\n${hump}` : line + hump,
  );
}

function isBoundary(left: string, right: string, isStart: boolean): boolean {
  const small = left.toLowerCase();
  if (NAME_ENDINGS.has(right)) return false;
  // A name in camel case has a short first part (`iPhone`, `eBay`) or one of a few known ones (`easyJet`).
  if (isStart && /^[a-zß-ÿ]/.test(left)) {
    return left.length >= MIN_WORD_LENGTH && right.length > 2 && !NAME_BEGINNINGS.has(small);
  }
  return OPENERS.has(right) && (HEADINGS.has(small) || ENDINGS.has(small));
}
