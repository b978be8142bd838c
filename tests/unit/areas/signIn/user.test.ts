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

test('identifiers may be numbers or text, and further fields are let through', () => {
  expect(is({ id: 'u-7', storeId: 's-1', sIdentifier: 1, theme: 'x' }, SignedInUser)).toBe(true)
  expect(is({ id: null, storeId: 1, sIdentifier: 1 }, SignedInUser)).toBe(false)
})

describe('the initials of the avatar', () => {
  const user: SignedInUser = { id: 7, storeId: 1, sIdentifier: 1 }
  test.each([
    ['of first and last name', { name: 'Ada King Lovelace' }, 'AL'],
    ['of a single name', { name: 'ada' }, 'A'],
    ['of the name rather than the address', { name: 'Ada', email: 'x.y@example.test' }, 'A'],
    ['of the e-mail address without a name', { email: 'grace.hopper@example.test' }, 'GH'],
    ['of a letter outside the first plane', { name: '𝒜da' }, '𝒜'],
    ['of the identifier when there is nothing else', {}, 'U7'],
    ['a question mark when the name is blank', { name: '  ' }, '?'],
  ])('are those %s', (_, known, initials) => {
    expect(getInitials({ ...user, ...known })).toBe(initials)
  })
})

test.each([true, false])(
  'whether it is for all stores is known where the platform says so: %s',
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
])('of a platform that says %j jobs are under way, the console takes %j', (jobsUnderWay, taken) => {
  const user = { id: 7, storeId: 1, sIdentifier: 1 as const }
  expect(pickUserFields(Object.assign(user, { jobsUnderWay })).jobsUnderWay).toBe(taken)
})
