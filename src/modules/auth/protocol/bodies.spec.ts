import { BadRequestException } from '@nestjs/common';
import { bodyOf } from '../../../common/request-body.js';
import { LogBody, SignInBody } from './bodies.js';

const check = (type: new () => object, body: unknown): Promise<unknown> =>
  Promise.resolve(bodyOf(type).transform(body, { type: 'body', metatype: type }));

describe('[AUTH-02] bodies of API requests', () => {
  it('are stripped of unknown properties', async () => {
    expect(await check(SignInBody, { role: 'recruiter', admin: true })).toEqual({ role: 'recruiter' });
  });

  it.each([{ role: { $ne: '' } }, { role: ['a'] }, { role: 7 }, { role: 'x'.repeat(10_000) }])(
    'are rejected with the name of the field: %j',
    async (body) => {
      await expect(check(SignInBody, body)).rejects.toThrow(new BadRequestException('Invalid fields: role'));
    },
  );

  it.each([
    [{ level: ['error'], code: { a: 1 } }, {}],
    [
      { level: 'error', message: `a\nb${'c'.repeat(600)}` },
      { level: 'error', message: `a b${'c'.repeat(497)}` },
    ],
    [undefined, {}],
    [null, {}],
  ])('[AUTH-07] are accepted as reports of browsers, whatever they contain: %j', async (body, report) => {
    expect(JSON.parse(JSON.stringify(await check(LogBody, body)))).toEqual(report);
  });
});
