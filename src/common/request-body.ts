import { BadRequestException, ValidationPipe } from '@nestjs/common';

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
