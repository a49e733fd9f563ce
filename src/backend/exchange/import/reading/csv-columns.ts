import { emptyAdvert, type Advert } from './advert.js';

/** Assigns a value to a field of the advertisement. */
type Assign = (advert: Advert, value: string) => void;

const list = (value: string): string[] =>
  value
    .split(/[;|]|,(?!\s*\d)/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
const number = (value: string): number | undefined => {
  const parsed = Number(value.replace(/[\s,']/g, ''));
  return Number.isFinite(parsed) && value.trim() !== '' ? parsed : undefined;
};

const ASSIGN = {
  key: (advert, value) => (advert.key = value),
  title: (advert, value) => (advert.title = value),
  organization: (advert, value) => (advert.organization = value),
  organizationProfile: (advert, value) => (advert.organizationProfile = value),
  organizationWebsite: (advert, value) => (advert.organizationWebsite = value),
  description: (advert, value) => (advert.description = value),
  responsibilities: (advert, value) => (advert.responsibilities = value),
  requirements: (advert, value) => (advert.requirements = value),
  benefits: (advert, value) => (advert.benefits = value),
  place: (advert, value) => (advert.place.text = value),
  country: (advert, value) => (advert.place.country = value),
  area: (advert, value) => (advert.place.area = value),
  city: (advert, value) => (advert.place.locality = value),
  zip: (advert, value) => (advert.place.zip = value),
  street: (advert, value) => (advert.place.street = value),
  street2: (advert, value) => (advert.place.street2 = value),
  lat: (advert, value) => (advert.place.lat = number(value)),
  lon: (advert, value) => (advert.place.lon = number(value)),
  remote: (advert, value) => (advert.remote = value),
  employmentTypes: (advert, value) => advert.employmentTypes.push(...list(value)),
  experience: (advert, value) => (advert.experience = value),
  education: (advert, value) => (advert.education = value),
  industry: (advert, value) => advert.industries.push(value),
  occupation: (advert, value) => advert.occupations.push(value),
  department: (advert, value) => (advert.department = value),
  skills: (advert, value) => (advert.skills = list(value)),
  salary: (advert, value) => (advert.salary.text = value),
  salaryMin: (advert, value) => (advert.salary.min = value),
  salaryMax: (advert, value) => (advert.salary.max = value),
  currency: (advert, value) => (advert.salary.currency = value),
  salaryUnit: (advert, value) => (advert.salary.unit = value),
  published: (advert, value) => (advert.published = value),
  closes: (advert, value) => (advert.closes = value),
  url: (advert, value) => (advert.url = value),
  email: (advert, value) => (advert.email = value),
  language: (advert, value) => (advert.language = value),
} satisfies Record<string, Assign>;

/** A field of an advertisement. */
export type Target = keyof typeof ASSIGN;

// Names of columns and elements, in lower case without spaces and punctuation.
const NAMES: Record<Target, string> = {
  key: 'jobid id key reference referencenumber ref refno jobreference requisitionid externalid guid identifier jobkey',
  title: 'title jobtitle position positiontitle jobname titel stellenbezeichnung titre intitule',
  organization:
    'company companyname organization organisation organizationname employer employername firma unternehmen entreprise',
  organizationProfile: 'companyprofile companydescription aboutcompany aboutus employerprofile organizationprofile',
  organizationWebsite: 'companyurl companywebsite employerwebsite companysite',
  description: 'description jobdescription body text details summary content beschreibung stellenbeschreibung',
  responsibilities: 'responsibilities duties aufgaben missions',
  requirements: 'requirements jobrequirements qualifications anforderungen profil exigences',
  benefits: 'benefits jobbenefits perks weoffer leistungen avantages',
  place: 'location joblocation place ort standort lieu',
  country: 'country countrycode land pays',
  area: 'state region province stateprovince administrativearea bundesland',
  city: 'city town locality stadt ville',
  zip: 'zip zipcode postalcode postcode plz codepostal',
  street: 'street streetaddress address addressline1 adresse strasse',
  street2: 'street2 streetaddress2 address2 addressline2 adresszusatz complementadresse',
  lat: 'lat latitude',
  lon: 'lon lng long longitude',
  remote:
    'telecommuting remote remotetype workfromhome isremote telework remoteoption joblocationtype homeoffice teletravail',
  employmentTypes: 'employmenttype jobtype type contracttype worktype schedule hours beschaeftigungsart typedecontrat',
  experience: 'requiredexperience experience experiencelevel seniority seniorityleveljobs level',
  education: 'requirededucation education educationlevel degree educationrequirements',
  industry: 'industry sector branche secteur companyindustry',
  occupation: 'function jobfunction category occupation occupationalcategory jobcategory field',
  department: 'department team abteilung service',
  skills: 'skills skill tags keywords',
  salary: 'salaryrange salary pay compensation wage gehalt salaire',
  salaryMin: 'salarymin minsalary salaryfrom minimumsalary',
  salaryMax: 'salarymax maxsalary salaryto maximumsalary',
  currency: 'salarycurrency currency waehrung devise',
  salaryUnit: 'salaryunit salaryperiod salarytype payperiod',
  published:
    'date dateposted published publishedat publisheddate postingdate pubdate created posted posteddate postdate',
  closes: 'expiration expirationdate expirydate validthrough closingdate deadline expires expiresat enddate',
  url: 'url link applyurl applicationurl applicationlink joburl applylink',
  email: 'email applyemail applicationemail contactemail',
  language: 'language lang locale inlanguage sprache langue',
};

const BY_NAME = new Map(
  Object.entries(NAMES).flatMap(([target, names]) => names.split(' ').map((name) => [name, target as Target] as const)),
);

/** @returns the field that a column contains; undefined for an unused column */
export function targetOf(column: string): Target | undefined {
  return BY_NAME.get(
    column
      .normalize('NFKD')
      .toLowerCase()
      .replace(/ß/g, 'ss')
      .replace(/[^a-z0-9]/g, ''),
  );
}

/** Accepts names and values in any order; if two names mean the same field, the first value that is not empty is used. */
export function advertOf(fields: Iterable<readonly [target: Target | undefined, value: string]>): Advert {
  const advert = emptyAdvert();
  const seen = new Set<Target>();
  for (const [target, raw] of fields) {
    const value = raw.trim();
    if (target === undefined || value === '' || seen.has(target)) continue;
    seen.add(target);
    const assign: Assign = ASSIGN[target];
    assign(advert, value);
  }
  return advert;
}
