import { sql } from 'kysely';
import { PendingUploads } from '../../../src/backend/platform/uploads/pending-uploads.js';
import { accountWorld } from './account-world.js';

export type ResumeFields = Record<string, (string | object)[]>;

/** Result of saving a resume. */
export interface SavedResume {
  version: number | null;
  conflict: { by: string | null } | null;
  errors: { field: string | null; step: string | null; rule: string; message: string }[];
}

/** The form in which people edit their own resume. */
export interface EditedResume {
  exists: boolean;
  visible: boolean;
  version: number;
  hasChanges: boolean;
  fields: { name: string; values: string[] }[];
  picture: { url: string } | null;
  completeness: { percent: number; missing: { field: string; step: string }[] };
}

const OWNER = 'a browser of the tests';
/** Fields of the result of a mutation that saves a resume. */
export const SAVED_RESUME = 'version conflict { by } errors { field step rule message }';
const EDITED_RESUME = `exists visible version hasChanges fields { name values } picture { url }
  completeness { percent missing { field step } }`;

/** People with accounts who edit their resumes through the GraphQL API. */
export function resumeEditingWorld() {
  const world = accountWorld();
  const tids: Record<string, string> = {};

  beforeAll(async () => {
    const { rows } = await sql<{ slug: string; tid: number }>`select slug, tid from term`.execute(world.database);
    for (const { slug, tid } of rows) tids[slug] = String(tid);
  });

  async function somebody(role = 'applicant') {
    const person = await world.person(role);
    return { ...person, jwt: await world.jwtOf(person.email) };
  }
  function save(jwt: string, version: number, fields: ResumeFields, apply = true, process = 0): Promise<SavedResume> {
    const list = Object.entries(fields).map(([name, values]) => {
      const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
      return `{ name: "${name}", values: ${JSON.stringify(texts)} }`;
    });
    const input = `version: ${version}, apply: ${apply}, owner: "${OWNER}", fields: [${list.join(' ')}]`;
    return world.ask(`saveResume(input: { ${input} }) { ${SAVED_RESUME} }`, jwt, process);
  }
  const edited = (jwt: string): Promise<EditedResume> => world.ask(`editedResume { ${EDITED_RESUME} }`, jwt);
  async function valuesOf(jwt: string, name: string): Promise<string[]> {
    return (await edited(jwt)).fields.find((field) => field.name === name)!.values;
  }
  async function isFindable(accountId: string): Promise<boolean> {
    const { rows } = await sql`
      select from directory_resume d join resume r on r.id = d.id where r.account_id = ${accountId}::uuid
    `.execute(world.database);
    return rows.length > 0;
  }
  async function token(name: string, bytes: Buffer): Promise<string> {
    const part = { token: null, name, offset: 0, last: true, owner: OWNER };
    const sent = await new PendingUploads(world.database).take(part, bytes, { site: 'default', now: world.now });
    if (!sent.ok) throw new Error(sent.violation.rule);
    return sent.file.token;
  }
  const everything = (): ResumeFields => ({
    salutation: ['ms'],
    firstName: ['Ada'],
    lastName: ['Nightingale'],
    phone: ['+1 613 555 0142'],
    birthday: ['1990-04-23'],
    homeLocation: [
      { countryCode: 'CA', administrativeArea: 'ON', locality: 'Ottawa', zip: 'K1A', addressLine1: '1 Elm St' },
    ],
    about: ['I plant trees.\nAnd more trees.'],
    title: ['Gardener'],
    desiredOccupation: [tids.nursing!],
    employmentType: [tids['full-time']!],
    desiredLocation: [{ countryCode: 'CA', administrativeArea: 'ON', locality: 'Ottawa' }],
    desiredSalary: [{ minSalary: '50000', maxSalary: '60 000', currencyCode: 'CAD', salaryUnit: 'YEAR' }],
    careerStatus: [tids['seeking-work']!],
    availableStart: ['2026-12-01'],
    availabilityPeriods: [{ from: '2026-12', until: '2027-03' }],
    education: [
      { institution: 'School of Trees', degreeLevel: tids.bachelor ?? '', from: '2008-09', until: '2012-06' },
    ],
    workExperience: [
      {
        jobTitle: 'Gardener',
        companyName: 'Trees Ltd',
        occupation: tids.nursing!,
        from: '03/2021',
        summary: 'Oaks\nLimes',
      },
      { jobTitle: 'Helper', from: '2015-01', until: '2021-02', countryCode: 'CA', locality: 'Toronto' },
    ].map((entry) => ({ ...entry })),
    languages: [{ language: tids.english ?? Object.values(tids)[0]!, level: tids['level-native']! }],
    languagesFree: ['Klingon'],
    languageNotes: ['And a little Welsh.'],
    skills: [tids['first-aid']!],
    skillsFree: ['Grafting'],
    skillsNotes: ['Mostly oaks.'],
  });

  return { world, tids, somebody, save, edited, valuesOf, isFindable, token, everything };
}
