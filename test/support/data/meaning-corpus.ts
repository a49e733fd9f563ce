import { sql, type Kysely } from 'kysely';
import { Random } from '../../../demo/random.js';
import { saveJobs } from '../../../src/backend/domain/jobs/job.repository.js';
import type { Database } from '../../../src/backend/platform/database/schema.js';
import { createOrganization, jobToSave, recordingIndexer } from './jobs.js';

/** Kinds of work with the words of their adverts in each language. Adverts in different languages have only the occupation in common. */
const KINDS = {
  nursing: {
    occupation: 3001,
    titles: { en: ['Registered nurse', 'Ward nurse', 'Community nurse'], de: ['Pflegefachkraft', 'Krankenpfleger'] },
    sentences: {
      en: [
        'You give medication on the ward.',
        'You dress wounds and watch over patients.',
        'Patients and their families trust your care.',
        'Night shifts on the ward are paid extra.',
        'You write care plans with doctors.',
        'Your nursing registration is up to date.',
      ],
      de: [
        'Sie geben Medikamente auf der Station.',
        'Sie versorgen Wunden und betreuen Patienten.',
        'Patienten und Angehörige vertrauen Ihrer Pflege.',
        'Nachtdienste auf der Station werden vergütet.',
        'Sie schreiben die Pflegeplanung mit den Ärzten.',
      ],
    },
  },
  software: {
    occupation: 3002,
    titles: { en: ['Software developer', 'Web developer'], de: ['Softwareentwickler', 'Webentwickler'] },
    sentences: {
      en: [
        'You write code for our website.',
        'You test software and review code.',
        'Servers and databases are your home.',
        'You mend bugs before users see them.',
        'You know TypeScript and databases.',
        'Our software is open source.',
      ],
      de: [
        'Sie schreiben Code für unsere Website.',
        'Sie testen Software und prüfen Code.',
        'Server und Datenbanken sind Ihr Zuhause.',
        'Sie beheben Fehler in der Software.',
        'Sie kennen TypeScript und Datenbanken.',
      ],
    },
  },
  cooking: {
    occupation: 3003,
    titles: { en: ['Community cook', 'Kitchen chef'], de: ['Koch', 'Küchenhilfe'] },
    sentences: {
      en: [
        'You cook lunch in our kitchen.',
        'Menus change with the vegetables of the season.',
        'You order food and keep the kitchen clean.',
        'You know about hygiene and allergies.',
        'The kitchen serves two hundred meals a day.',
        'You bake bread in the morning.',
      ],
      de: [
        'Sie kochen das Mittagessen in unserer Küche.',
        'Die Menüs wechseln mit dem Gemüse der Saison.',
        'Sie bestellen Lebensmittel und halten die Küche sauber.',
        'Sie kennen Hygiene und Allergien.',
        'Die Küche gibt zweihundert Mahlzeiten am Tag aus.',
      ],
    },
  },
} as const;

export type KindOfWork = keyof typeof KINDS;
export const KINDS_OF_WORK = Object.keys(KINDS) as KindOfWork[];

/** Writes an advert for a kind of work, in that kind's words. */
export function writeAdvert(
  random: Random,
  kind: KindOfWork,
  language: 'en' | 'de',
): { title: string; description: string } {
  const { titles, sentences } = KINDS[kind];
  const description = random.sample<string>(sentences[language], 4).join(' ');
  return { title: random.pick<string>(titles[language]), description };
}

export interface CorpusJob {
  id: number;
  kind: KindOfWork | 'other';
  language: 'en' | 'de';
  employer: string;
}

/** Writes adverts of different employers about three kinds of work. */
export class MeaningCorpus {
  private readonly random = new Random(7);
  private count = 0;

  constructor(
    private readonly database: Kysely<Database>,
    private readonly site = 'default',
  ) {}

  /** @param employers number of employers; each has a job of every kind in each language */
  async fill(employers: number): Promise<CorpusJob[]> {
    const jobs: CorpusJob[] = [];
    for (let each = 0; each < employers; each += 1) {
      const employer = await createOrganization(this.database, this.site, `Employer ${each}`);
      for (const kind of KINDS_OF_WORK)
        for (const language of ['en', 'de'] as const) jobs.push(await this.advertise(employer, kind, language));
    }
    return jobs;
  }

  /** @param declared the language given in the advert */
  advertise(
    employer: string,
    kind: KindOfWork,
    language: 'en' | 'de',
    declared: string = language,
    occupations?: number[],
  ): Promise<CorpusJob> {
    const { occupation } = KINDS[kind];
    const { title, description } = writeAdvert(this.random, kind, language);
    return this.save({
      employer,
      kind,
      language,
      declared,
      title,
      description,
      occupations: occupations ?? [occupation],
    });
  }

  /** Writes an advert with the given texts. */
  async write(employer: string, title: string, description: string, copies = 1): Promise<CorpusJob[]> {
    const jobs: CorpusJob[] = [];
    for (let each = 0; each < copies; each += 1)
      jobs.push(
        await this.save({
          employer,
          kind: 'other',
          language: 'en',
          declared: 'en',
          title,
          description: `${description} Number ${each}.`,
          occupations: [],
        }),
      );
    return jobs;
  }

  /** Changes the title of a job. */
  async rewrite(job: number, title: string): Promise<void> {
    await sql`update job set title = ${title}, updated_at = clock_timestamp() where id = ${job}`.execute(this.database);
  }

  private async save(job: {
    employer: string;
    kind: CorpusJob['kind'];
    language: 'en' | 'de';
    declared: string;
    title: string;
    description: string;
    occupations: number[];
  }): Promise<CorpusJob> {
    this.count += 1;
    const [saved] = await saveJobs(
      this.database,
      this.site,
      [
        jobToSave(job.employer, {
          sourceKey: `corpus ${this.count}`,
          title: job.title,
          language: job.declared,
          description: `<p>${job.description}</p>`,
          occupationTids: job.occupations,
          skills: [],
        }),
      ],
      recordingIndexer(),
    );
    return { id: Number(saved!.id), kind: job.kind, language: job.language, employer: job.employer };
  }
}
