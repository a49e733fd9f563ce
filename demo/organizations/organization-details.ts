import type { Language } from '../../src/backend/reference/taxonomy/vocabularies.js';
import { FILMS } from '../content/films.js';
import type { ProfileTexts } from '../content/profile-texts.js';
import { readTexts } from '../content/read-texts.js';
import type { DemoOrganization } from '../demo-data.js';
import { slugOf } from './organization-facts.js';
import { Random, seedFrom } from '../random.js';
import { writePdf } from '../write-pdf.js';

/** A file of the demo data, which will be stored under an id. */
export interface DemoFile {
  name: string;
  contentType: string;
  bytes: Buffer;
}

/** Optional groups of a profile, which many organizations leave out. */
export interface DemoDetails {
  cover: DemoFile;
  social: Record<string, string>;
  contacts: {
    salutation?: string;
    firstName: string;
    lastName: string;
    photo?: DemoFile;
    position: string;
    email: string;
    phone?: string;
    linkedinProfile?: string;
    contactInfo: string;
  }[];
  gallery: { file: DemoFile; alt: string }[];
  videos: { source: string; coverTitle: string; cover: DemoFile }[];
  locations: {
    name: string;
    countryCode: string;
    administrativeArea: string;
    locality: string;
    zip: string;
    addressLine1: string;
    lat: number;
    lon: number;
  }[];
  questions: { question: string; answer: string }[];
  attachments: { file: DemoFile }[];
}

const TEXTS: Readonly<Record<Language, ProfileTexts>> = {
  en: readTexts('en/profile') as ProfileTexts,
  de: readTexts('de/profile') as ProfileTexts,
  fr: readTexts('fr/profile') as ProfileTexts,
};
const SEED = 41;
const SHARE = 0.5;
const NETWORKS: Readonly<Record<string, (name: string) => string>> = {
  linkedin: (name) => `https://www.linkedin.com/company/${name}-demo`,
  facebook: (name) => `https://www.facebook.com/${name}.demo`,
  instagram: (name) => `https://www.instagram.com/${name}.demo`,
  bluesky: (name) => `https://bsky.app/profile/${name}.example`,
  youtube: (name) => `https://www.youtube.com/@${name}-demo`,
};

/** @returns undefined for an organization that has filled in only the required fields */
export function inventDetails(organization: DemoOrganization): DemoDetails | undefined {
  const { key, hue, language, address } = organization;
  const random = new Random(seedFrom(key, SEED));
  if (!random.chance(SHARE)) return undefined;
  const texts = TEXTS[language];
  const scene = (name: string, width: number, height: number): DemoFile => ({
    name: `${name}.svg`,
    contentType: 'image/svg+xml',
    bytes: Buffer.from(drawScene((hue + random.integer(0, 60)) % 360, random, { width, height })),
  });
  const some = <T>(items: readonly T[], most: number): T[] => random.sample(items, random.integer(0, most));
  const networks = some(Object.keys(NETWORKS), 4);
  return {
    cover: scene('cover', 1280, 320),
    social: Object.fromEntries(networks.map((network) => [network, NETWORKS[network]!(key)])),
    contacts: inventContacts(organization, texts, random),
    gallery: some(texts.pictures, 6).map((alt, index) => ({ alt, file: scene(`picture-${index + 1}`, 640, 480) })),
    videos: some(FILMS, 2).map((source) => ({
      source,
      coverTitle: random.pick(texts.videos),
      cover: scene('poster', 640, 360),
    })),
    locations: some(texts.branches, 3).map((name) => ({
      ...address,
      name,
      addressLine1: address.addressLine1.replace(/\d+/, (number) => String(Number(number) + random.integer(3, 60))),
      lat: Number((address.lat + (random.next() - 0.5) * 0.06).toFixed(5)),
      lon: Number((address.lon + (random.next() - 0.5) * 0.06).toFixed(5)),
    })),
    questions: some(texts.questions, 5).map(([question, answer]) => ({ question, answer })),
    attachments: some(texts.documents, 2).map(([title, name, line]) => ({
      file: { name, contentType: 'application/pdf', bytes: writePdf(`${title}: ${organization.name}`, line) },
    })),
  };
}

function inventContacts({ key, hue }: DemoOrganization, texts: ProfileTexts, random: Random): DemoDetails['contacts'] {
  const surnames = random.shuffle(texts.surnames);
  return random.sample(texts.people, random.integer(0, 3)).map(([salutation, firstName], index) => {
    const lastName = surnames[index]!;
    const who = slugOf(`${firstName} ${lastName}`);
    const portrait = { name: `${who}.svg`, contentType: 'image/svg+xml', bytes: Buffer.from(drawPortrait(hue)) };
    return {
      ...(salutation === '' ? {} : { salutation }),
      firstName,
      lastName,
      position: random.pick(texts.positions),
      contactInfo: random.pick(texts.reachable),
      email: `${who.replace(/-/g, '.')}@${key}.example`,
      ...(random.chance(0.5) ? { photo: portrait } : {}),
      ...(random.chance(0.6) ? { phone: `+1 555 01${random.integer(10, 99)}` } : {}),
      ...(random.chance(0.4) ? { linkedinProfile: `https://www.linkedin.com/in/${who}-demo` } : {}),
    };
  });
}

/** A landscape of hills under a sky, in one hue, as SVG. @param size in pixels */
function drawScene(hue: number, random: Random, size: { width: number; height: number }): string {
  const { width, height } = size;
  const sun = random.integer(Math.round(width * 0.15), Math.round(width * 0.85));
  const hills = [0.55, 0.68, 0.82].map((level, index) => {
    const y = Math.round(height * level);
    const swing = Math.round(height * 0.12);
    const [first, second, third] = [0, 1, 2].map(() => y + random.integer(-swing, swing));
    const path = `M0 ${first}C${width * 0.25} ${second! - swing} ${width * 0.4} ${third! + swing} ${width * 0.55} ${y}S${width * 0.85} ${first! - swing} ${width} ${second}V${height}H0z`;
    return `<path d="${path}" fill="hsl(${(hue + index * 12) % 360} ${38 + index * 6}% ${62 - index * 15}%)"/>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
    'preserveAspectRatio="xMidYMid slice">' +
    `<rect width="${width}" height="${height}" fill="hsl(${hue} 55% 90%)"/>` +
    `<circle cx="${sun}" cy="${Math.round(height * 0.3)}" r="${Math.round(height * 0.13)}" fill="hsl(${(hue + 40) % 360} 85% 76%)"/>` +
    `${hills.join('')}</svg>`
  );
}

/** A portrait of a person, from the shoulders up, as SVG. */
function drawPortrait(hue: number): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">' +
    `<rect width="96" height="96" rx="18" fill="hsl(${hue} 45% 86%)"/>` +
    `<g fill="hsl(${(hue + 180) % 360} 30% 34%)"><circle cx="48" cy="38" r="17"/><path d="M14 96a34 34 0 0 1 68 0z"/></g></svg>`
  );
}
