import { BadRequestException } from '@nestjs/common';
import { bodyOf } from '../../common/request-body.js';
import { JobDescriptionBody } from './job-description.module.js';

const check = (body: unknown): Promise<unknown> =>
  Promise.resolve(bodyOf(JobDescriptionBody).transform(body, { type: 'body', metatype: JobDescriptionBody }));

describe('bodies of requests for job descriptions', () => {
  it.each([[[]], ['text'], [7], [null], [undefined], [{}], [{ fields: [{ name: 'title', values: [1] }] }]])(
    '[ROLE-08] are rejected if required properties are missing: %j',
    async (body) => {
      await expect(check(body)).rejects.toThrow(BadRequestException);
    },
  );
});
