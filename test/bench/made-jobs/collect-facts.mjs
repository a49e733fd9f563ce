// Data for making a realistic mix of addresses: facet values with their number of jobs, and a sample of jobs with words, places and facet
// values. Stored with the jobs, so that every run sends the same requests.
import { sql } from 'kysely';

const SAMPLE = 3000;
const FACETS = {
  remote: 'array[remote_tid]',
  employment_type: 'employment_type_tids',
  industry: 'industry_tids',
  occupation: 'occupation_tids',
  experience: 'array[experience_tid]',
};
// Words in a larger share of the sample are too common to be searched for.
const TOO_COMMON = 0.35;

export async function collectFacts({ database, backend }) {
  const { plainText } = await backend('search/analysis/plain-text.js');
  const { rows: values } = await sql
    .raw(
      Object.entries(FACETS)
        .map(
          ([facet, column]) =>
            `select '${facet}' as facet, tid, slug, count(*)::integer as n from job, unnest(${column}) as tid join term using (tid)
             where state = 'published' group by tid, slug`,
        )
        .join(' union all ') + ' order by 1, 4 desc, 2',
    )
    .execute(database);
  // Spread evenly over all jobs, and the same ones in each run.
  const { rows: jobs } = await sql`
    with numbered as (select id, row_number() over (order by published_at desc, id) as place, count(*) over () as n from job where state = 'published')
    select job.id, job.title, job.description, job.locality, job.country_code as country, job.administrative_area as area, job.lat, job.lon,
      job.remote_tid, job.employment_type_tids, job.industry_tids, job.occupation_tids, job.experience_tid
    from numbered join job using (id) where place % greatest(n / ${SAMPLE}::integer, 1) = 0 order by place limit ${SAMPLE}
  `.execute(database);
  const { rows: newest } =
    await sql`select max(published_at) as at, count(*)::integer as n from job where state = 'published'`.execute(
      database,
    );
  const { jobPath } = await backend('../contract/pages/paths.js');
  const sample = jobs.map((job) => ({
    path: jobPath(String(job.id), job.title),
    title: wordsOf(job.title),
    text: wordsOf(plainText(job.description)),
    place: job.locality && { name: job.locality, country: job.country, area: job.area, lat: job.lat, lon: job.lon },
    values: {
      remote: [job.remote_tid].filter(Boolean),
      employment_type: job.employment_type_tids,
      industry: job.industry_tids,
      occupation: job.occupation_tids,
      experience: [job.experience_tid].filter(Boolean),
    },
  }));
  return { jobs: newest[0].n, values, sample: withoutCommonWords(sample) };
}

function wordsOf(text) {
  return [...new Set(text.toLowerCase().match(/\p{L}{3,20}/gu) ?? [])];
}

function withoutCommonWords(sample) {
  const frequency = new Map();
  for (const { title, text } of sample)
    for (const word of new Set([...title, ...text])) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const usual = (word) => frequency.get(word) <= TOO_COMMON * sample.length;
  return sample.map((job) => ({ ...job, title: job.title.filter(usual), text: job.text.filter(usual) }));
}
