import { expect, test } from 'vitest'
import { fieldError } from '#shared/engine/validation.ts'
import { ruleFrom, rulePattern } from '#shared/members/groupRules.ts'
import { memberGroups } from '#shared/resources/memberGroups.ts'

test.each([
  ['email ends with @example.com', { field: 'email', op: 'ends with', value: '@example.com' }],
  ['name is Lee is', { field: 'name', op: 'is', value: 'Lee is' }],
  ['joined after 2026-01-31', { field: 'joined', op: 'after', value: '2026-01-31' }],
  ['active is no', { field: 'active', op: 'is', value: 'no' }],
])('%s is a rule', (text, rule) => {
  expect(ruleFrom(text)).toEqual(rule)
  expect(rulePattern.matches.test(text)).toBe(true)
})

test.each([
  '',
  'email',
  'email is',
  'email is  ',
  'joined after May',
  'joined after 2026-13-01',
  'active is 1',
  'age is 3',
])('%j is none', (text) => {
  expect(ruleFrom(text)).toBeNull()
})

test('of several rules the first that is wrong is named', () => {
  const { rules } = memberGroups.fields
  const [right, wrong] = ['active is yes', 'age is 3']
  expect(fieldError(rules, [right])).toBeUndefined()
  expect(fieldError(rules, [wrong])).toBe(rulePattern.message)
  expect(fieldError(rules, [right, wrong])).toBe(`Rule 2: ${rulePattern.message}`)
  expect(fieldError(rules, [right, 'active is no', 'joined after 2026-02-30', wrong])).toBe(
    'Rule 3: There is no such day',
  )
})
