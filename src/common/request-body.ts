import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BadRequestException, ValidationPipe } from '@nestjs/common';

/**
 * Parses URL-encoded forms with a limited number of fields. The fields are counted before they are parsed: a body with ninety thousand
 * fields would block the process for a third of a second.
 *
 * @param maxFields the number of fields in the largest form, with a margin
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

/** @returns an upper bound of the number of fields, or any number above `max` if there are more */
function countFields(body: Buffer, max: number): number {
  let count = 1;
  for (let at = body.indexOf('&'); at >= 0 && count <= max; at = body.indexOf('&', at + 1)) count++;
  return count;
}

/** Returns the fields; repeated fields with all values. The object has no prototype, so that no field name has a special meaning. */
function fieldsOf(text: string): Record<string, string | string[]> {
  const fields = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of new URLSearchParams(text)) {
    if (name === '__proto__') continue;
    const before = fields[name];
    fields[name] = before === undefined ? value : [before, value].flat();
  }
  return fields;
}

/** Limit for all uploads that this process is receiving into memory. */
const MAX_UPLOADING_BYTES = 80_000_000;

let uploadingBytes = 0;

/** The memory of an upload while it arrives. Page forms and /graphql share a limit, because each caller may hold several uploads open. */
export class UploadMemory {
  private held = 0;

  /** Whether uploads use up the memory of this process, so that those that need more have to be refused. */
  static get isFull(): boolean {
    return uploadingBytes > MAX_UPLOADING_BYTES;
  }

  get bytes(): number {
    return this.held;
  }

  /** @param bytes negative for bytes that are given up */
  add(bytes: number): void {
    this.held += bytes;
    uploadingBytes += bytes;
  }

  /** Subtracts the upload from the limit, because it has been read or refused. */
  release(): void {
    this.add(-this.held);
  }
}

/** Validates a body: removes unknown properties; rejects wrong types and values that are too long. */
export function bodyOf(type: new () => object): ValidationPipe {
  return new ValidationPipe({
    expectedType: type,
    whitelist: true,
    transform: true,
    exceptionFactory: (errors) =>
      new BadRequestException(`Invalid fields: ${errors.map(({ property }) => property).join(', ')}`),
  });
}
