import type { FieldValues } from '#contract/defined-form/defined-form.js';
import { dayIn } from '#shared/time-zones/time-zone.js';
import { startOfDay } from '#shared/time-zones/zoned-days.js';
import { YES } from '../forms/check-fields.js';
import { fileValue } from '../forms/file-value.js';
import type { StoredJob } from '../jobs/job.repository.js';

/** What the form of a job holds that nobody has begun to change: what is stored of it. */
export function fieldsOfJob(job: StoredJob): FieldValues {
  const { details } = job;
  const isWaiting = job.state !== 'published' && job.state !== 'archived';
  const firstDay = dayIn(job.time_zone, job.published_at);
  const startsDay = job.published_at.getTime() === startOfDay(firstDay, job.time_zone).getTime();
  const texts = (value: string | null | undefined): string[] => (value == null || value === '' ? [] : [value]);
  const numbers = (values: readonly (number | null | undefined)[]): string[] =>
    values.filter((value) => value != null).map(String);
  return {
    title: texts(job.title),
    linkUrl: texts(details.linkUrl),
    file: details.file ? [fileValue(details.file)] : [],
    description: texts(job.description),
    availabilityPeriod: texts(details.availabilityPeriod),
    videoUrl: texts(job.video_url),
    organizationAssignment: texts(details.organizationAssignment),
    remoteOptions: numbers([job.remote_tid]),
    eligibleCountries: job.eligible_countries,
    countryCode: texts(job.country_code),
    administrativeArea: texts(job.administrative_area),
    locality: texts(job.locality),
    zip: texts(job.zip),
    addressLine1: texts(job.address_line1),
    employmentType: numbers(job.employment_type_tids),
    occupationalField: numbers(job.occupation_tids),
    industries: numbers(job.industry_tids),
    fieldsOfStudy: numbers(details.fieldOfStudyTids ?? []),
    degreeLevel: numbers([job.degree_tid]),
    yearsOfExperience: numbers([job.experience_tid]),
    minSalary: numbers([job.salary_min]),
    maxSalary: numbers([job.salary_max]),
    currencyCode: texts(job.salary_currency),
    salaryUnit: texts(job.salary_unit),
    languages: numbers(details.languageTids ?? []),
    skillsFree: job.skills,
    benefits: numbers(job.benefit_tids),
    // What begins with a day was given a date; a duration has become an end.
    published: isWaiting && startsDay ? [firstDay] : [],
    // The end that is over says nothing of the next one.
    expiration: job.expires_at && job.state !== 'archived' ? [dayIn(job.time_zone, job.expires_at)] : [],
    duration: [],
    timeZone: texts(details.timeZone),
    cvDuration: numbers([details.cvDuration]),
    // Nothing was ever taken over from the form of a job without a title: the column holds what nobody has chosen.
    applicationWorkflow: job.title === '' ? [] : texts(job.application_workflow),
    applicationEmails: texts(job.application_email),
    applicationLink: texts(job.application_link),
    applicationRequireCv: job.application_require_cv ? [YES] : [],
    applicationRequireCoverLetter: job.application_require_cover_letter ? [YES] : [],
    applicationQualifyingQuestions: job.application_qualifying_questions.map(({ text }) => text),
    applicationRequireQualifyingQuestions: job.application_require_qualifying_questions ? [YES] : [],
    reference: texts(job.reference),
  };
}
