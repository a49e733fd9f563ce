import type { Kysely } from 'kysely';
import type { BackendLogger, GeocoderOptions } from '#contract/backend/backend.js';
import { SEARCH_FEATURES, type SearchFeature } from '#contract/search/search-features.js';
import { type BackgroundTask, together } from '../platform/background-jobs/recurring-work.js';
import type { ChangeFeed } from '../platform/change-feed/change-feed.js';
import type { Change } from '../platform/change-feed/change.js';
import type { ConnectionTarget } from '../platform/database/pool.js';
import type { Database } from '../platform/database/schema.js';
import type { RootResolvers } from '../platform/graphql/allow.js';
import type { SearchIndexer, JobSimilarity } from '../platform/search-index/search-index.port.js';
import { OrganizationNames } from '../domain/organizations/organization.repository.js';
import { Gazetteer } from '../reference/places/gazetteer.js';
import { RelatedJobs } from './recommendations/recommendations.js';
import { createMeaning } from './meaning/create-meaning.js';
import type { MeaningWorkOptions } from './meaning/vectors/meaning-work.js';
import { RemotePlaces } from '../reference/places/remote/remote-places.js';
import type { TermCatalog } from '../reference/taxonomy/term-catalog.js';
import { withNames } from './suggest/memory.similar-words.js';
import { PostgresSimilarWords } from './suggest/similar-words.js';
import { startWordRemoval } from './indexing/dictionary.js';
import { JobIndexer, rebuildIndex, rebuildOutdatedIndex } from './indexing/job-indexer.js';
import { createDirectory } from './directories/create-directory.js';
import type { DirectoryIndex } from './directories/directory-index.js';
import { CorrectingSearch } from './query/correcting-search.js';
import { savedJobSearches, savedResumeSearches, type SavedSearchIndex } from './saved-searches/saved-searches.js';
import { AdvertLimits } from './adverts/advert-limits.js';
import type { ExchangeRates } from '../reference/pay/annual-pay.js';
import { jobSearch } from './jobs/job-search.js';
import { OrganizationDocuments } from './organizations/organization-documents.js';
import {
  indexMissingOrganizations,
  indexOrganizations,
  ORGANIZATIONS_INDEX,
  organizationSearch,
} from './organizations/organization-search.js';
import { ResumeDocuments } from './resumes/resume-documents.js';
import { indexMissingResumes, indexResumes, RESUMES_INDEX, RegionLabels } from './resumes/resume-indexer.js';
import { resumeSearch } from './resumes/resume-search.js';
import { PostgresSearchEngine } from './engines/postgres/postgres.search-engine.js';
import { createSearchCodes } from './codes/search-codes.js';
import { SearchDocuments } from './documents/job-documents.js';
import { InMemorySearch } from './engines/in-memory-search.js';
import { searchResolvers } from './api/search.resolvers.js';
import { SwitchingSearchEngine } from './engines/switching.search-engine.js';
import { type Analysis, jobAnalysis } from './analysis/keyword-query.js';
import { chosenLanguages } from './adverts/advert-facets.js';
import { PLAIN_WEIGHTS } from './analysis/score-parts.js';
import { Stemmer } from './analysis/stemmer.js';
import type { SiteSynonyms } from './analysis/synonyms.js';
import { Thesaurus, thesaurusTagger, thesaurusSynonyms } from './thesaurus/thesaurus.js';
import { QueryUnderstanding } from './understanding/understood-request.js';

const JOB_ANSWER_BYTES = 16_000_000;
// Share of the memory limit of the search for one directory.
const PART_OF_A_DIRECTORY = 0.05;

export interface SearchOptions {
  database: Kysely<Database>;
  terms: TermCatalog;
  /** Without it nothing is cached that a change can invalidate. */
  feed?: ChangeFeed;
  /** Enables the in-memory search, which requires `feed`. */
  memory?: InMemorySearchOptions;
  /** Geocoder for typed places; defaults to the bundled gazetteer. */
  geocoder?: GeocoderOptions;
  /** Groups of synonyms by site; defaults to none. */
  synonyms?: SiteSynonyms;
  /** Optional features of the search; defaults to all. */
  features?: readonly SearchFeature[];
  /** Currency in which visitors compare pay, by site; defaults to none. */
  currencies?: Readonly<Record<string, string | undefined>>;
  /** Options for computing job vectors with the feature `meaning`; if omitted, none are computed. */
  meaning?: Pick<MeaningWorkOptions, 'embeddings' | 'timing'>;
  /** Exchange rates for comparing pay in different currencies; defaults to the product's rates. */
  exchangeRates?: ExchangeRates;
  clock: () => Date;
  logger: BackendLogger;
}

export interface InMemorySearchOptions {
  /** Used to load the index on a separate connection. */
  target: ConnectionTarget;
  /** Folder in which snapshots of the index are saved. */
  folder: string;
  /** Maximum memory use. */
  maxBytes: number;
}

export interface Search {
  resolvers: RootResolvers;
  indexer: SearchIndexer;
  gazetteer: Gazetteer;
  /** undefined without the feature `meaning`. */
  similarity: JobSimilarity | undefined;
  /** The indexes that alerts search. */
  savedSearches: { job: SavedSearchIndex; resume: SavedSearchIndex };
  /**
   * Adds organizations and resumes that are missing from their directories, and rebuilds the index of jobs if another release or other
   * settings wrote it.
   *
   * @returns number of organizations, resumes and jobs indexed
   */
  catchUp(): Promise<{ organizations: number; resumes: number; jobs: number }>;
  /** Immediately updates suggestions, corrections and the counts of an empty search, which otherwise happens shortly after a change. */
  settle(): Promise<void>;
  /** Rebuilds the index from the jobs. @returns number of jobs in the index */
  rebuild(): Promise<number>;
  /** Starts removing unused words and, with the feature `meaning`, computing job vectors. */
  startJobs(): BackgroundTask;
  close(): Promise<void>;
}

export function createSearch(options: SearchOptions): Search {
  const { database, terms, feed, memory, clock, logger, features = SEARCH_FEATURES } = options;
  // The optional features apply only to jobs; organizations and resumes use the plain analysis.
  const plain: Analysis = { stemmer: new Stemmer('derivation'), weights: PLAIN_WEIGHTS };
  const thesaurus = new Thesaurus();
  const tagger = thesaurusTagger(thesaurus);
  const analysis = jobAnalysis(features, thesaurusSynonyms(options.synonyms ?? {}, thesaurus));
  const codes = createSearchCodes(database);
  const { scopes } = codes;
  const adverts = new AdvertLimits(options.exchangeRates);
  const inDatabase = new PostgresSearchEngine(database, analysis, scopes, adverts);
  const maxBytes = memory?.maxBytes ?? 0;
  const ofJobs = maxBytes * (1 - 2 * PART_OF_A_DIRECTORY);
  const inMemory =
    feed &&
    memory &&
    new InMemorySearch({ database, analysis, adverts, codes, feed, ...memory, maxBytes: ofJobs, logger });
  const indexer = new JobIndexer(database, analysis.stemmer, tagger, clock, logger);
  const gazetteer = new Gazetteer(database);
  const places = options.geocoder ? new RemotePlaces(options.geocoder, gazetteer, logger) : gazetteer;
  const isCurrent = feed && (() => feed.isCurrent);
  const organizations = new OrganizationNames(database, isCurrent);
  const documents = new SearchDocuments({ database, terms, analysis, isCurrent });
  const engine = new SwitchingSearchEngine('job', () => inMemory?.engine(), inDatabase, logger);
  const similarWords = inMemory?.similarWords ?? new PostgresSimilarWords(database);
  const jobs = new CorrectingSearch({
    similarWords: features.includes('spelling')
      ? withNames(similarWords, () => analysis.synonyms?.names() ?? [])
      : similarWords,
    engine,
    scopes,
    isCurrent,
    cacheBytes: JOB_ANSWER_BYTES,
    remedies: {
      correctsAmongOthers: features.includes('spelling'),
      relaxes: features.includes('relaxation'),
      ...(features.includes('spelling') && { languageFilter: ({ selections }) => chosenLanguages(selections) }),
    },
  });
  const create = (index: DirectoryIndex) =>
    createDirectory(index, {
      database,
      analysis: plain,
      scopes,
      similarWords,
      feed,
      logger,
      maxBytes: maxBytes * PART_OF_A_DIRECTORY,
    });
  const [directory, resumes] = [create(ORGANIZATIONS_INDEX), create(RESUMES_INDEX)];
  const organizationDocuments = new OrganizationDocuments({ database, terms, analysis: plain, scopes, isCurrent });
  const regions = new RegionLabels(database);
  const resumeDocuments = new ResumeDocuments(database, terms, plain, isCurrent);
  const meaning =
    options.meaning && features.includes('meaning')
      ? createMeaning({ database, feed, stemmer: analysis.stemmer, clock, logger, ...options.meaning })
      : undefined;
  const related = meaning && new RelatedJobs({ database, similarity: meaning, jobs }, isCurrent);
  // Subscribes after the in-memory data above, so that answers found while that data is being updated are invalidated as well.
  feed?.subscribe((changes) => {
    invalidateChanged(changes, { documents, organizations, jobs: [jobs, ...(related ? [related] : [])] });
    directory.invalidate(changes);
    resumes.invalidate(changes);
    organizationDocuments.invalidate(changes);
    resumeDocuments.invalidate(changes);
    if (changes.some(({ kind }) => kind === 'scopes' || kind === 'all')) scopes.expire();
  });
  return {
    resolvers: searchResolvers({
      database,
      places,
      scopes,
      indexes: [
        jobSearch({
          jobs,
          synonyms: analysis.synonyms,
          scopes,
          documents,
          organizations,
          terms,
          places,
          database,
          similarity: meaning,
          related,
          understanding: features.includes('understanding')
            ? new QueryUnderstanding(gazetteer, terms, thesaurus, options.exchangeRates)
            : undefined,
        }),
        organizationSearch({
          search: directory.search,
          terms,
          places,
          documents: organizationDocuments,
        }),
        resumeSearch({
          search: resumes.search,
          terms,
          places,
          documents: resumeDocuments,
          regions,
          database,
          similarity: meaning,
        }),
      ],
    }),
    indexer: {
      index: (trx, ids) => indexer.index(trx, ids),
      remove: (trx, ids) => indexer.remove(trx, ids),
      indexOrganizations: (trx, ids) => indexOrganizations(trx, plain.stemmer, ids),
      indexResumes: (trx, ids) => indexResumes(trx, plain.stemmer, ids),
    },
    gazetteer,
    similarity: meaning,
    savedSearches: {
      job: savedJobSearches({
        database,
        analysis,
        adverts,
        currencies: options.currencies ?? {},
        codes,
        inDatabase,
        jobs,
        places,
        gazetteer,
        organizations,
        terms,
        clock,
      }),
      resume: savedResumeSearches({
        inDatabase: resumes.inDatabase,
        search: resumes.search,
        places,
        gazetteer,
        regions,
        terms,
      }),
    },
    catchUp: async () => {
      const organizations = await indexMissingOrganizations(database, plain.stemmer);
      const resumes = await indexMissingResumes(database, plain.stemmer);
      const jobs = await rebuildOutdatedIndex(database, indexer, features, tagger);
      // A process that was killed may have left changes that were not merged.
      indexer.settleSoon();
      return { organizations, resumes, jobs };
    },
    settle: () => indexer.settle(),
    rebuild: () => rebuildIndex(database, indexer),
    startJobs: () =>
      together(
        startWordRemoval({
          database,
          markWords: (trx, ids, marker) => indexer.markWords(trx, ids, marker),
          clock,
          logger,
        }),
        ...(meaning ? [meaning.startJobs()] : []),
      ),
    async close() {
      await indexer.close();
      await inMemory?.close();
      await directory.close();
      await resumes.close();
    },
  };
}

/** Caches of search results, documents and organizations. */
interface SearchCaches {
  /** Caches of job search results. */
  jobs: readonly Pick<CorrectingSearch, 'invalidate'>[];
  documents: Pick<SearchDocuments, 'invalidate'>;
  organizations: Pick<OrganizationNames, 'invalidate'>;
}

/** Invalidates the caches that the changes affect. */
function invalidateChanged(changes: readonly Change[], { jobs, documents, organizations }: SearchCaches): void {
  for (const { kind, ids } of changes) {
    switch (kind) {
      case 'job':
        for (const each of jobs) each.invalidate();
        documents.invalidate(ids);
        break;
      case 'organization':
        for (const each of jobs) each.invalidate();
        organizations.invalidate(ids);
        // Jobs show the name and the logo of their organization.
        documents.invalidate();
        break;
      case 'index':
      case 'words':
      case 'scopes':
        for (const each of jobs) each.invalidate();
        break;
      case 'term':
      case 'file':
        documents.invalidate();
        break;
      case 'all':
        for (const each of jobs) each.invalidate();
        organizations.invalidate();
        documents.invalidate();
        break;
      case 'content':
    }
  }
}
