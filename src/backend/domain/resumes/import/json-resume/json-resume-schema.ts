import { z } from 'zod';

const text = z.string().optional();
const date = z
  .string()
  .regex(/^([1-2]\d{3}-[0-1]\d-[0-3]\d|[1-2]\d{3}-[0-1]\d|[1-2]\d{3})$/)
  .optional();
const texts = z.array(z.string()).optional();
const list = <Item extends z.ZodType>(item: Item) => z.array(item).optional();

/** What is read of the schema of jsonresume.org, version 1.0.0; it allows anything else beside it. */
const jsonResume = z.object({
  basics: z
    .object({
      name: text,
      label: text,
      phone: text,
      summary: text,
      location: z.object({ address: text, postalCode: text, city: text, countryCode: text, region: text }).optional(),
    })
    .optional(),
  work: list(
    z.object({
      name: text,
      location: text,
      position: text,
      summary: text,
      highlights: texts,
      startDate: date,
      endDate: date,
    }),
  ),
  volunteer: list(
    z.object({ organization: text, position: text, summary: text, highlights: texts, startDate: date, endDate: date }),
  ),
  education: list(
    z.object({ institution: text, area: text, studyType: text, courses: texts, startDate: date, endDate: date }),
  ),
  skills: list(z.object({ name: text, keywords: texts })),
  languages: list(z.object({ language: text, fluency: text })),
});

export type JsonResume = z.output<typeof jsonResume>;

/** @returns where it is not as the schema has it (`work[0].startDate`; empty: the whole) */
export function parseJsonResume(content: unknown): { resume: JsonResume } | { wrong: string } {
  const parsed = jsonResume.safeParse(withoutEmpty(content, 0));
  if (parsed.success) return { resume: parsed.data };
  const path = parsed.error.issues[0]?.path ?? [];
  return {
    wrong: path
      .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
      .join('')
      .slice(1),
  };
}

const MAX_DEPTH = 6;

/** Many programs write null, or nothing between quotes, for what is not there. */
function withoutEmpty(content: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH || typeof content !== 'object' || content === null) return content;
  if (Array.isArray(content)) return content.map((each) => withoutEmpty(each, depth + 1));
  return Object.fromEntries(
    Object.entries(content)
      .filter(([, each]) => each !== null && each !== '')
      .map(([key, each]) => [key, withoutEmpty(each, depth + 1)]),
  );
}
