import { expect, test } from 'vitest'
import { ruleFrom, rulePattern } from '#shared/members/groupRules.ts'

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
