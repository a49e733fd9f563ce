import type { WrittenPlace } from '../../../reference/places/typed-place.js';
import { emptyAdvert, type Advert, type AdvertSalary } from './advert.js';

type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether an object is a posting, as opposed to a list or an envelope with postings. */
export function isJobPosting(value: JsonObject): boolean {
  return listOf(value['@type']).includes('JobPosting') || 'title' in value || 'jobTitle' in value;
}

/**
 * Reads a schema.org JobPosting with its common deviations: strings instead of objects, one value instead of a list, names instead of
 * terms.
 */
export function readJobPosting(posting: JsonObject): Advert {
  const advert = emptyAdvert();
  const organization = first(posting.hiringOrganization) ?? first(posting.company) ?? posting.hiringOrganization;
  const contact = first(posting.applicationContact);
  return {
    ...advert,
    key: identifierOf(posting),
    title: textOf(posting.title ?? posting.jobTitle ?? posting.name),
    organization: nameOf(organization),
    organizationProfile: isObject(organization) ? textOf(organization.description) : undefined,
    organizationWebsite: isObject(organization) ? textOf(organization.url ?? organization.sameAs) : undefined,
    description: linesOf(posting.description),
    responsibilities: linesOf(posting.responsibilities),
    requirements: joined([
      linesOf(posting.qualifications),
      linesOf(posting.requirements),
      typeof posting.experienceRequirements === 'string' ? posting.experienceRequirements : undefined,
      isObject(posting.experienceRequirements) ? textOf(posting.experienceRequirements.description) : undefined,
    ]),
    benefits: joined([linesOf(posting.jobBenefits ?? posting.benefits), linesOf(posting.incentiveCompensation)]),
    place: placeOf(posting),
    remote: listOf(posting.jobLocationType).join(' ') || (posting.remote === true ? 'remote' : textOf(posting.remote)),
    eligibleCountries: all(posting.applicantLocationRequirements)
      .map((place) => (isObject(place) ? textOf(place.address ?? place.addressCountry ?? place.name) : textOf(place)))
      .filter((country) => country !== undefined),
    employmentTypes: listOf(posting.employmentType).flatMap((type) => type.split(/[,;|]/)),
    experience: levelOf(posting.experienceLevel ?? posting.seniority),
    experienceMonths: monthsOf(posting.experienceRequirements),
    education: all(posting.educationRequirements)
      .map((education) =>
        isObject(education) ? textOf(education.credentialCategory ?? education.name) : textOf(education),
      )
      .filter((education) => education !== undefined)
      .join(', '),
    industries: listOf(posting.industry),
    occupations: listOf(posting.occupationalCategory ?? posting.function ?? posting.category),
    skills: listOf(posting.skills).flatMap((skill) => (skill.length > 60 ? skill.split(/[,;•\n]/) : [skill])),
    salary: salaryOf(posting),
    published: textOf(posting.datePosted ?? posting.datePublished),
    closes: textOf(posting.validThrough),
    url: textOf(posting.url) ?? (isObject(contact) ? textOf(contact.url) : undefined) ?? textOf(posting.sameAs),
    email: isObject(contact) ? textOf(contact.email) : textOf(posting.email),
    language: nameOf(posting.inLanguage),
  };
}

function identifierOf(posting: JsonObject): string | undefined {
  const identifier = first(posting.identifier) ?? posting.identifier ?? posting.id;
  if (isObject(identifier)) return textOf(identifier.value) ?? textOf(identifier['@id']);
  return textOf(identifier) ?? textOf(posting['@id']);
}

function placeOf(posting: JsonObject): WrittenPlace {
  const place = first(posting.jobLocation) ?? posting.jobLocation ?? posting.location;
  if (!isObject(place)) return { text: textOf(place) };
  const address = first(place.address) ?? place.address ?? place;
  const geo = first(place.geo);
  const position = isObject(geo) ? { lat: numberOf(geo.latitude), lon: numberOf(geo.longitude) } : {};
  if (!isObject(address)) return { text: textOf(address), ...position };
  const parts: WrittenPlace = {
    country: nameOf(address.addressCountry),
    area: nameOf(address.addressRegion),
    locality: nameOf(address.addressLocality),
    zip: textOf(address.postalCode),
    street: textOf(address.streetAddress),
    ...position,
  };
  const isEmpty = Object.values(parts).every((part) => part === undefined);
  return isEmpty ? { text: textOf(place.name) } : parts;
}

function salaryOf(posting: JsonObject): AdvertSalary {
  const salary = first(posting.baseSalary) ?? first(posting.estimatedSalary) ?? posting.baseSalary ?? posting.salary;
  const currency = textOf(posting.salaryCurrency);
  if (!isObject(salary)) return { text: textOf(salary), currency };
  const value = first(salary.value) ?? salary.value ?? salary;
  const unit = textOf(salary.unitText);
  const own = textOf(salary.currency ?? salary.currencyCode) ?? currency;
  if (!isObject(value)) return { ...figureOf(value), currency: own, unit };
  const min = numberOf(value.minValue ?? salary.minValue);
  const max = numberOf(value.maxValue ?? salary.maxValue);
  const figure = min === undefined && max === undefined ? figureOf(value.value) : { min, max };
  return { ...figure, currency: own ?? textOf(value.currency), unit: textOf(value.unitText) ?? unit };
}

function figureOf(value: unknown): AdvertSalary {
  const figure = numberOf(value);
  return figure === undefined ? { text: textOf(value) } : { min: figure, max: figure };
}

function monthsOf(value: unknown): number | undefined {
  const requirements = first(value);
  return isObject(requirements) ? numberOf(requirements.monthsOfExperience) : undefined;
}

function levelOf(value: unknown): string | undefined {
  return nameOf(value);
}

function nameOf(value: unknown): string | undefined {
  const one = first(value) ?? (Array.isArray(value) ? (value as unknown[])[0] : value);
  return isObject(one) ? textOf(one.name ?? one.legalName ?? one.alternateName) : textOf(one);
}

/** Returns the object itself, or the first object of a list. */
function first(value: unknown): JsonObject | undefined {
  return all(value).find(isObject);
}

function all(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

function listOf(value: unknown): string[] {
  return all(value)
    .map((one) => (isObject(one) ? textOf(one.name ?? one.codeValue ?? one.value) : textOf(one)))
    .filter((text) => text !== undefined);
}

/** Turns a list into lines with bullets. */
function linesOf(value: unknown): string | undefined {
  const lines = listOf(value);
  return lines.length > 1 ? lines.map((line) => `• ${line}`).join('\n') : lines[0];
}

function joined(texts: (string | undefined)[]): string | undefined {
  return texts.filter((text) => text !== undefined && text !== '').join('\n\n') || undefined;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return undefined;
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^\s*[$£€]?\s*\d[\d,' ]*(?:\.\d+)?\s*$/.test(value)) {
    return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
  }
  return Number(value.replace(/[^\d.]/g, ''));
}
