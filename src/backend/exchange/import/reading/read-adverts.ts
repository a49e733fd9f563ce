import type { AdvertReader } from './advert.js';
import { readCsvAdverts } from './csv-adverts.js';
import type { FileFormat } from './file-format.js';
import { readJsonAdverts, readJsonLinesAdverts } from './json-adverts.js';
import { readXmlAdverts } from './xml-adverts.js';

export const ADVERT_READERS: Record<FileFormat, AdvertReader> = {
  csv: readCsvAdverts,
  json: readJsonAdverts,
  jsonl: readJsonLinesAdverts,
  xml: readXmlAdverts,
};
