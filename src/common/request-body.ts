import { BadRequestException, ValidationPipe } from '@nestjs/common';

/** Drops what a body has besides; refuses what is of another type, or longer than it can be. */
export function bodyOf(type: new () => object): ValidationPipe {
  return new ValidationPipe({
    expectedType: type,
    whitelist: true,
    transform: true,
    exceptionFactory: (errors) =>
      new BadRequestException(`Invalid fields: ${errors.map(({ property }) => property).join(', ')}`),
  });
}
