import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/**
 * Reads URL-encoded forms, of which none has more than so many fields. They are counted before any of them is looked at: a body of
 * ninety thousand would keep the process from everything else for a third of a second.
 *
 * @param maxFields of the largest form, with room to spare
 */
export function readUrlEncodedForms(app: NestFastifyApplication, maxFields: number): void {
  app.useBodyParser('application/x-www-form-urlencoded', {}, (_request, body, done) => {
    if (countFields(body, maxFields) > maxFields) {
      done(Object.assign(new Error('The request body is too large for a form.'), { statusCode: 413 }));
      return;
    }
    done(null, fieldsOf(body.toString()));
  });
}

/** @returns how many there are at most, or any number above `max` where there are more than that */
function countFields(body: Buffer, max: number): number {
  let count = 1;
  for (let at = body.indexOf('&'); at >= 0 && count <= max; at = body.indexOf('&', at + 1)) count++;
  return count;
}

/** Of a field that was sent more than once, all values. Without a prototype: no name means anything there. */
function fieldsOf(text: string): Record<string, string | string[]> {
  const fields = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of new URLSearchParams(text)) {
    if (name === '__proto__') continue;
    const before = fields[name];
    fields[name] = before === undefined ? value : [before, value].flat();
  }
  return fields;
}
