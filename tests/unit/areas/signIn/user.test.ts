import { is } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { getInitials, pickUserFields, SignedInUser } from '#shared/engine/user.ts'

describe('spec.md section 6: only users whose sIdentifier equals 1', () => {
  test.each([
    [1, true],
    [0, false],
    [2, false],
    ['1', false],
    [null, false],
    [undefined, false],
  ])('sIdentifier %o may use the console: %s', (sIdentifier, allowed) => {
    expect(is({ id: 7, storeId: 1, sIdentifier }, SignedInUser)).toBe(allowed)
  })
})

test('IDs may be numbers or text, and extra fields are allowed', () => {
  expect(is({ id: 'u-7', storeId: 's-1', sIdentifier: 1, theme: 'x' }, SignedInUser)).toBe(true)
  expect(is({ id: null, storeId: 1, sIdentifier: 1 }, SignedInUser)).toBe(false)
})

describe('Avatar initials', () => {
  const user: SignedInUser = { id: 7, storeId: 1, sIdentifier: 1 }
  test.each([
    ['use the first and last name', { name: 'Ada King Lovelace' }, 'AL'],
    ['use a single name', { name: 'ada' }, 'A'],
    ['prefer the name to the email address', { name: 'Ada', email: 'x.y@example.test' }, 'A'],
    ['use the email address if there is no name', { email: 'grace.hopper@example.test' }, 'GH'],
    ['keep a letter outside the basic plane whole', { name: '𝒜da' }, '𝒜'],
    ['use the ID if there is nothing else', {}, 'U7'],
    ['are a question mark if the name is blank', { name: '  ' }, '?'],
  ])('%s', (_, fields, initials) => {
    expect(getInitials({ ...user, ...fields })).toBe(initials)
  })
})

test.each([true, false])(
  'allStores is read only if the platform sends a boolean: %s',
  (allStores) => {
    const user = { id: 7, storeId: 1, sIdentifier: 1 } as const
    expect(pickUserFields({ ...user, allStores } as never)).toMatchObject({ allStores })
    expect(pickUserFields({ ...user, allStores: 'yes' } as never)).not.toHaveProperty('allStores')
    expect(pickUserFields(user)).not.toHaveProperty('allStores')
  },
)

test.each([
  [2, 2],
  [0, 0],
  [undefined, undefined],
  ['2', undefined],
  [-1, undefined],
])('a platform that sends %j running jobs is read as %j', (jobsUnderWay, expected) => {
  const user = { id: 7, storeId: 1, sIdentifier: 1 as const }
  expect(pickUserFields(Object.assign(user, { jobsUnderWay })).jobsUnderWay).toBe(expected)
})
