import { expect, test } from 'vitest'
import { validateField } from '#shared/engine/fields/validation.ts'
import {
  parseRule,
  rulePattern,
  joinRuleParts,
  formatRule,
} from '#shared/areas/members/groupRules.ts'
import {
  validateRule,
  validateRules,
  splitRule,
  ruleFields,
  withRuleField,
} from '#shared/areas/members/ruleParts.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'

test.each([
  ['email ends with @example.com', { field: 'email', op: 'ends with', value: '@example.com' }],
  ['name is Lee is', { field: 'name', op: 'is', value: 'Lee is' }],
  ['joined after 2026-01-31', { field: 'joined', op: 'after', value: '2026-01-31' }],
  ['active is no', { field: 'active', op: 'is', value: 'no' }],
])('%s is a rule', (text, rule) => {
  expect(parseRule(text)).toEqual(rule)
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
  expect(parseRule(text)).toBeNull()
})

test('of several rules the first that is wrong is named', () => {
  const { rules } = memberGroups.fields
  const [right, wrong] = ['active is yes', 'age is 3']
  expect(validateField(rules, [right])).toBeUndefined()
  expect(validateField(rules, [wrong])).toBe(rulePattern.message)
  expect(validateField(rules, [right, wrong])).toBe(`Rule 2: ${rulePattern.message}`)
  expect(validateField(rules, [right, 'active is no', 'joined after 2026-02-30', wrong])).toBe(
    'Rule 3: Enter a valid date.',
  )
})

const values = { text: ['Lee', 'is of "A, B"'], day: ['2026-01-31'], yesNo: ['yes', 'no'] }
const everyRule = Object.entries(ruleFields).flatMap(([field, { ops, value: kind }]) =>
  ops.flatMap((op) => values[kind].map((value) => ({ field, op, value }))),
)

test.each(everyRule)('$field $op $value is the same in parts and as a text', (parts) => {
  const text = formatRule(parts)
  expect(parseRule(text)).toEqual(parts)
  expect(splitRule(text)).toEqual(parts)
  expect(validateRule(parts)).toBeNull()
})

test.each([
  [{ field: '', op: 'contains', value: 'Lee' }, 'field', 'Choose a field'],
  [{ field: 'joined', op: 'is', value: '2026-01-31' }, 'op', /before, after/],
  [{ field: 'name', op: 'before', value: 'Lee' }, 'op', /is, contains/],
  [{ field: 'email', op: 'is', value: '' }, 'value', 'Enter some text.'],
  [{ field: 'joined', op: 'after', value: 'May' }, 'value', /Enter a date/],
  [{ field: 'joined', op: 'after', value: '2026-02-30' }, 'value', 'Enter a valid date.'],
  [{ field: 'active', op: 'is', value: '1' }, 'value', 'Enter yes or no'],
])('%j is none: its part is named, and nothing of it is lost as a text', (parts, part, message) => {
  const text = formatRule(parts)
  expect(parseRule(text)).toBeNull()
  expect(validateField(memberGroups.fields.rules, [text])).toBeDefined()
  expect(validateRule(parts)).toEqual({ part, message: expect.stringMatching(message) })
  expect(splitRule(text)).toEqual(parts)
})

test('a rule that is too long is marked, and told how long its value may be', () => {
  const { rules } = memberGroups.fields
  const rule = (length: number) => ({ field: 'email', op: 'ends with', value: '😀'.repeat(length) })
  expect(validateRule(rule(104))).toBeNull()
  expect(validateField(rules, [formatRule(rule(104))])).toBeUndefined()
  const error = validateField(rules, [formatRule(rule(105))])
  expect(error).toBeDefined()
  const message = 'This value must be at most 104 characters'
  expect(validateRules([rule(1), rule(105)], error)).toEqual([null, { part: 'value', message }])
})

test('a text that is no rule is all value', () => {
  expect(splitRule('age is 3')).toEqual({ field: '', op: 'is', value: 'age is 3' })
})

test('rows are rules by what they sent; one that nothing was said in is none, one half said is no rule', () => {
  const sent = [
    'email',
    'contains',
    ' Lee, Ann ',
    '',
    'is',
    '  ',
    'active',
    'is',
    'No',
    '',
    'is',
    'x',
  ]
  expect(joinRuleParts(sent)).toEqual(['email contains Lee, Ann', 'active is no', ' is x'])
  expect(joinRuleParts(['', 'is', ''])).toEqual([])
})

test.each([
  ['email', { field: 'email', op: 'ends with', value: 'Lee' }],
  ['joined', { field: 'joined', op: 'before', value: '' }],
  ['active', { field: 'active', op: 'is', value: 'yes' }],
  ['', { field: '', op: 'ends with', value: 'Lee' }],
])('a rule about a name that becomes one about %j keeps what fits', (field, rule) => {
  expect(withRuleField({ field: 'name', op: 'ends with', value: 'Lee' }, field)).toEqual(rule)
})

test('a day and a yes are no texts', () => {
  const day = { field: 'joined', op: 'after', value: '2026-01-31' }
  expect(withRuleField(day, 'name')).toEqual({ field: 'name', op: 'is', value: '' })
  expect(withRuleField(day, 'joined')).toEqual(day)
  expect(withRuleField({ field: 'active', op: 'is', value: 'no' }, 'email').value).toBe('')
})

test('what is wrong stands with its row; what is said of all with the one to mend, else with none', () => {
  const [lee, half, none] = [
    splitRule('name is Lee'),
    splitRule('email is '),
    { field: '', op: 'is', value: '' },
  ]
  expect(validateRules([lee, half], undefined)).toEqual([])
  expect(validateRules([lee, half, none], 'Wrong')).toEqual([
    null,
    { part: 'value', message: 'Enter some text.' },
    null,
  ])
  expect(validateRules([none, none], 'Needed')).toEqual([{ part: 'field', message: 'Needed' }])
  const twice = validateRules([lee, none, lee, none], 'Twice')
  expect(twice).toEqual([null, null, { part: 'value', message: 'Twice' }, null])
  expect(validateRules([lee], 'Too many')).toEqual([null])
})
