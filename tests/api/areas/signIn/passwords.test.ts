import { expect, test } from 'vitest'
import {
  createPasswordHasher,
  productionHashing,
} from '#server/platform/core/auth/passwordHasher.ts'

test('a password is stored as argon2id with its own salt', async () => {
  const passwords = createPasswordHasher()
  const [firstHash, secondHash] = await Promise.all([
    passwords.hash('secret'),
    passwords.hash('secret'),
  ])
  expect(firstHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/)
  expect(firstHash).not.toBe(secondHash)
  expect(await passwords.verify('secret', firstHash)).toBe(true)
  expect(await passwords.verify('Secret', firstHash)).toBe(false)
})

test("no password is valid for an account that doesn't exist", async () => {
  expect(await createPasswordHasher().verify('', null)).toBe(false)
})

test('too many concurrent sign-ins are rejected to save memory', async () => {
  const passwords = createPasswordHasher({
    ...productionHashing,
    concurrency: 2,
    maxQueueLength: 3,
  })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 7 }, () => passwords.verify('secret', null)),
  )
  const rejections = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(rejections).toHaveLength(2)
  for (const { reason } of rejections)
    expect(reason).toMatchObject({ problem: { status: 503, code: 'busy' }, retryAfter: 2 })
  expect(await passwords.verify('secret', null)).toBe(false)
})
