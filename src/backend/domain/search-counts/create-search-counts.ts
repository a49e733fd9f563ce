import { createHash, createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { BackendOptions } from '#contract/backend/backend.js';
import type {
  Mutation,
  MutationCountSearchesArgs,
  Query,
  QuerySearchCountsArgs,
} from '#contract/generated/resolvers.js';
import {
  COUNTED_WEEKS,
  countableWords,
  foldedWords,
  MIN_READABLE_SEARCHES,
  SEARCH_COUNTS,
  type SearchCountClaims,
  type SearchTally,
} from '#contract/search/search-counts.js';
import { deriveKey } from '#contract/backend/signed-tokens.js';
import { readCounts } from '#contract/backend/web-counts.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers, badUserInput } from '../../platform/graphql/allow.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { rowsOlderThanAllowed } from '../../platform/retention/retention-rule.js';

const MAX_SEARCHES = 1_000_000;
const MAX_ROWS = 100;

/** Maximum number of different words of a site and week, so that random searches cannot fill the disk. */
const MAX_WORDS = 200_000;

/** Time for which a count of the words of a week is used, in milliseconds. */
const ROOM_MS = 60_000;
/** If less than this share of the maximum is left, the words are counted each time: other processes add words too. */
const SCARCE_PART = 0.1;

const LANGUAGE = /^[a-z]{2}$/;

/** Counts searches by week and words. Nothing is stored about the person who searches. */
export class SearchCounts {
  private readonly keys: readonly Uint8Array[];
  private readonly digestKey: Uint8Array;
  /** By site. */
  private readonly rooms = new Map<string, Room>();

  /**
   * @param secrets shared with the web tier; during key rotation, any of them may have signed
   * @param maxWords maximum number of different words of a site and week; beyond it, only known words are counted
   */
  constructor(
    private readonly database: Kysely<Database>,
    secrets: readonly string[],
    private readonly maxWords = MAX_WORDS,
  ) {
    this.keys = secrets.map((secret) => deriveKey(secret, SEARCH_COUNTS.keyPurpose));
    this.digestKey = deriveKey(secrets[0]!, SEARCH_COUNTS.digestPurpose);
  }

  /**
   * Adds the counts in one statement; a repeated assertion counts once.
   *
   * @returns the number of different words; undefined if the assertion was not signed by the web tier, or is too old
   */
  async count(assertion: string, { site, now }: { site: string; now: Date }): Promise<number | undefined> {
    const read = await readCounts<SearchCountClaims>(this.keys, assertion, now);
    if (!read) return undefined;
    const reported: readonly SearchTally[] = Array.isArray(read.counts.searches) ? read.counts.searches : [];
    const tallies = reported
      .slice(0, SEARCH_COUNTS.most)
      .filter(isTally)
      .map(({ words, language, searches, empty }) => ({
        words,
        language,
        digest: this.digestOf(words),
        searches: Math.min(searches, MAX_SEARCHES),
        empty: Math.min(empty, searches, MAX_SEARCHES),
      }));
    const room = await this.roomOf(site, mondayOf(now));
    const { rows } = await sql<{ count: number }>`
      with first as (
        insert into identity_assertion (digest, expires_at) values (${digestOfId(read.id)}, ${read.expiresAt})
        on conflict (digest) do nothing returning digest
      ), reported as (
        select t.language, decode(t.digest, 'hex') as digest, max(t.words) as words,
          sum(t.searches)::integer as searches, sum(t.empty)::integer as empty
        from jsonb_to_recordset(${JSON.stringify(tallies)}::jsonb)
          as t(words text, language text, digest text, searches integer, empty integer)
        where exists (select from first) group by 1, 2 order by 1, 2
      ), counted as (
        insert into search_count as known (site, language, week, digest, words, searches, empty)
        select ${site}, language, ${mondayOf(now)}::date, digest,
          case when searches >= ${MIN_READABLE_SEARCHES} then words end, searches, empty from reported
        where ${room.words > 0} or exists (
          select from search_count before
          where before.site = ${site} and before.week = ${mondayOf(now)}::date
            and before.language = reported.language and before.digest = reported.digest
        )
        order by language, digest
        on conflict (site, week, language, digest) do update set
          words = coalesce(known.words,
            case when known.searches + excluded.searches >= ${MIN_READABLE_SEARCHES}
              then (select t.words from reported t where t.language = excluded.language and t.digest = excluded.digest) end),
          searches = known.searches + excluded.searches,
          empty = known.empty + excluded.empty
        returning 1
      )
      select count(*)::integer as count from counted
    `.execute(this.database);
    const { count } = rows[0]!;
    if (room.words > 0) room.words -= count;
    return count;
  }

  /** Counting the words of a week reads up to `maxWords` rows, and each web process reports every few seconds. */
  private async roomOf(site: string, week: string): Promise<Room> {
    const known = this.rooms.get(site);
    // A full week stays full.
    const isCertain = known && (known.wasFull || known.words > this.maxWords * SCARCE_PART);
    if (isCertain && known.week === week && performance.now() - known.countedAt < ROOM_MS) return known;
    const { rows } = await sql<{ words: number }>`
      select ${this.maxWords} - count(*)::integer as words from search_count where site = ${site} and week = ${week}::date
    `.execute(this.database);
    const { words } = rows[0]!;
    const room = { week, words, wasFull: words <= 0, countedAt: performance.now() };
    this.rooms.set(site, room);
    return room;
  }

  /** @param weeks number of weeks, including the current one @param language language of the pages; omit for all */
  async list(site: string, { weeks, language, now }: { weeks: number; language?: string; now: Date }) {
    const from = mondayOf(new Date(now.getTime() - (weeks - 1) * 7 * DAY_MS));
    const where = sql`site = ${site} and week >= ${from}::date and (${language ?? null}::text is null or language = ${language ?? null})`;
    const total = await sql<{ searches: number; empty: number }>`
      select coalesce(sum(searches), 0)::integer as searches, coalesce(sum(empty), 0)::integer as empty
      from search_count where ${where}
    `.execute(this.database);
    const ordered = async (column: 'searches' | 'empty'): Promise<CountedWords[]> => {
      // One spelling represents all that differ in accents; after a change of the secret, the same words have two digests.
      const { rows } = await sql<CountedWords>`
        select words, sum(searches)::integer as searches, sum(empty)::integer as empty
        from (
          select max(words) as words, sum(searches) as searches, sum(empty) as empty
          from search_count where ${where} and words is not null group by digest
        ) as by_digest
        group by words having sum(${sql.ref(column)}) > 0
        order by sum(${sql.ref(column)}) desc, words limit ${MAX_ROWS}
      `.execute(this.database);
      return rows;
    };
    const [frequent, withoutResults] = await Promise.all([ordered('searches'), ordered('empty')]);
    return { ...total.rows[0]!, frequent, withoutResults } satisfies CountedSearches;
  }

  private digestOf(words: string): string {
    return createHmac('sha256', this.digestKey).update(foldedWords(words)).digest('hex');
  }
}

const DAY_MS = 86_400_000;
const DAYS_TO_MONDAY = 6;

const counts = { table: 'search_count', since: sql`week`, isDate: true, site: sql`site` } as const;

/** Counts by week. Words that were too rare to be readable cannot become readable after their week, and are deleted earlier. */
export const searchCountRetention = [
  rowsOlderThanAllowed('rareSearches', { ...counts, where: sql`words is null` }),
  rowsOlderThanAllowed('searchCounts', counts),
];

const MAX_WEEKS = Math.max(...COUNTED_WEEKS);

/** Anonymous counts of search words and of searches without results, for the operators of a site. */
export function createSearchCounts(deps: {
  database: Kysely<Database>;
  secrets: BackendOptions['secrets'];
}): BackendModule {
  const { database, secrets } = deps;
  return {
    resolvers: [searchCountResolvers(new SearchCounts(database, secrets))],
    retention: searchCountRetention,
  };
}

function searchCountResolvers(counts: SearchCounts) {
  return {
    Query: {
      searchCounts: allow<QuerySearchCountsArgs, Query['searchCounts']>(
        'administrator',
        ({ weeks, language }, { site, now }) => {
          if (weeks < 1 || weeks > MAX_WEEKS) throw badUserInput(`"weeks" must be from 1 to ${MAX_WEEKS}`);
          if (language != null && !LANGUAGE.test(language))
            throw badUserInput('"language" must be two letters, such as en');
          return counts.list(site.name, { weeks, language: language ?? undefined, now });
        },
      ),
    },
    Mutation: {
      // Open to every caller: only the signature matters.
      countSearches: allow<MutationCountSearchesArgs, Mutation['countSearches']>(
        'anyone',
        async ({ assertion }, { site, now }) => (await counts.count(assertion, { site: site.name, now })) ?? null,
      ),
    },
  } satisfies RootResolvers;
}

/** How many more words of a site can be counted in a week. */
interface Room {
  week: string;
  /** A lower bound for what this process leaves: it subtracts all words that it adds, also those that are known. */
  words: number;
  wasFull: boolean;
  /** On the clock of `performance.now()`. */
  countedAt: number;
}

/** A search phrase, with the number of searches for it. */
interface CountedWords {
  words: string;
  searches: number;
  /** Number of searches without results. */
  empty: number;
}

/** Counts of a site over some weeks. */
interface CountedSearches {
  /** Number of all searches, including those whose words are not readable. */
  searches: number;
  empty: number;
  /** The most frequent phrases first. */
  frequent: CountedWords[];
  /** Phrases with the most searches without results first. */
  withoutResults: CountedWords[];
}

/** @returns the Monday of the week, such as `2026-11-23` */
export function mondayOf(now: Date): string {
  const days = (now.getUTCDay() + DAYS_TO_MONDAY) % 7;
  return new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);
}

function isTally({ words, language, searches, empty }: Partial<SearchTally>): boolean {
  const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
  return (
    typeof words === 'string' &&
    countableWords(words) === words &&
    typeof language === 'string' &&
    LANGUAGE.test(language) &&
    isCount(searches) &&
    isCount(empty) &&
    searches! > 0
  );
}

function digestOfId(id: string): Buffer {
  return createHash('sha256').update(`search counts ${id}`).digest();
}
