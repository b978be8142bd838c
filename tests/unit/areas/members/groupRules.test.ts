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
  locateRuleErrors,
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
])('"%s" is a valid rule', (text, rule) => {
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
])('%j is not a valid rule', (text) => {
  expect(parseRule(text)).toBeNull()
})

test('the error names the first of several rules that is not valid', () => {
  const { rules } = memberGroups.fields
  const [valid, invalid] = ['active is yes', 'age is 3']
  expect(validateField(rules, [valid])).toBeUndefined()
  expect(validateField(rules, [invalid])).toBe(rulePattern.message)
  expect(validateField(rules, [valid, invalid])).toBe(`Rule 2: ${rulePattern.message}`)
  expect(validateField(rules, [valid, 'active is no', 'joined after 2026-02-30', invalid])).toBe(
    'Rule 3: Enter a valid date.',
  )
})

const values = { text: ['Lee', 'is of "A, B"'], day: ['2026-01-31'], yesNo: ['yes', 'no'] }
const everyRule = Object.entries(ruleFields).flatMap(([field, { ops, value: kind }]) =>
  ops.flatMap((op) => values[kind].map((value) => ({ field, op, value }))),
)

test.each(everyRule)('parsing or splitting "$field $op $value" returns its parts', (parts) => {
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
])('%j is rejected at its %s, and its text keeps all parts', (parts, part, message) => {
  const text = formatRule(parts)
  expect(parseRule(text)).toBeNull()
  expect(validateField(memberGroups.fields.rules, [text])).toBeDefined()
  expect(validateRule(parts)).toEqual({ part, message: expect.stringMatching(message) })
  expect(splitRule(text)).toEqual(parts)
})

test('a rule that is too long gets an error with the maximum length of its value', () => {
  const { rules } = memberGroups.fields
  const buildRule = (length: number) => ({
    field: 'email',
    op: 'ends with',
    value: '😀'.repeat(length),
  })
  expect(validateRule(buildRule(104))).toBeNull()
  expect(validateField(rules, [formatRule(buildRule(104))])).toBeUndefined()
  const error = validateField(rules, [formatRule(buildRule(105))])
  expect(error).toBeDefined()
  const message = 'This value must be at most 104 characters'
  expect(locateRuleErrors([buildRule(1), buildRule(105)], error)).toEqual([
    null,
    { part: 'value', message },
  ])
})

test("text that is not a rule becomes a rule's value", () => {
  expect(splitRule('age is 3')).toEqual({ field: '', op: 'is', value: 'age is 3' })
})

test('form rows become rules: empty rows are dropped, incomplete rows are kept', () => {
  const formValues = [
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
  expect(joinRuleParts(formValues)).toEqual(['email contains Lee, Ann', 'active is no', ' is x'])
  expect(joinRuleParts(['', 'is', ''])).toEqual([])
})

test.each([
  ['email', { field: 'email', op: 'ends with', value: 'Lee' }],
  ['joined', { field: 'joined', op: 'before', value: '' }],
  ['active', { field: 'active', op: 'is', value: 'yes' }],
  ['', { field: '', op: 'ends with', value: 'Lee' }],
])(
  "changing a rule's field from name to %j keeps the operator and value that fit",
  (field, rule) => {
    expect(withRuleField({ field: 'name', op: 'ends with', value: 'Lee' }, field)).toEqual(rule)
  },
)

test('changing a date or yes/no rule to a text field clears its value', () => {
  const day = { field: 'joined', op: 'after', value: '2026-01-31' }
  expect(withRuleField(day, 'name')).toEqual({ field: 'name', op: 'is', value: '' })
  expect(withRuleField(day, 'joined')).toEqual(day)
  expect(withRuleField({ field: 'active', op: 'is', value: 'no' }, 'email').value).toBe('')
})

test("a rule's error appears at its row, and a list error at the row to fix", () => {
  const [lee, incomplete, empty] = [
    splitRule('name is Lee'),
    splitRule('email is '),
    { field: '', op: 'is', value: '' },
  ]
  expect(locateRuleErrors([lee, incomplete], undefined)).toEqual([])
  expect(locateRuleErrors([lee, incomplete, empty], 'Wrong')).toEqual([
    null,
    { part: 'value', message: 'Enter some text.' },
    null,
  ])
  expect(locateRuleErrors([empty, empty], 'Needed')).toEqual([{ part: 'field', message: 'Needed' }])
  const errors = locateRuleErrors([lee, empty, lee, empty], 'Twice')
  expect(errors).toEqual([null, null, { part: 'value', message: 'Twice' }, null])
  expect(locateRuleErrors([lee], 'Too many')).toEqual([null])
})
