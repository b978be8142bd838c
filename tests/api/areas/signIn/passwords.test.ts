import { expect, test } from 'vitest'
import {
  createPasswordHasher,
  productionHashing,
} from '#server/platform/core/auth/passwordHasher.ts'

test('a password is kept as argon2id with a salt of its own', async () => {
  const passwords = createPasswordHasher()
  const [one, other] = await Promise.all([passwords.hash('secret'), passwords.hash('secret')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/)
  expect(one).not.toBe(other)
  expect(await passwords.verify('secret', one)).toBe(true)
  expect(await passwords.verify('Secret', one)).toBe(false)
})

test('no password fits an account that does not exist', async () => {
  expect(await createPasswordHasher().verify('', null)).toBe(false)
})

test('a flood of sign-ins is refused rather than taking all memory', async () => {
  const passwords = createPasswordHasher({
    ...productionHashing,
    concurrency: 2,
    maxQueueLength: 3,
  })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 7 }, () => passwords.verify('secret', null)),
  )
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(2)
  for (const { reason } of refused)
    expect(reason).toMatchObject({ problem: { status: 503, code: 'busy' }, retryAfter: 2 })
  expect(await passwords.verify('secret', null)).toBe(false)
})
