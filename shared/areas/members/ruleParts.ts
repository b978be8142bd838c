import { isDay } from '#shared/format/dates.ts'
import { messages } from '#shared/messages.ts'
import { maxRuleLength, notDateMessage, formatRule } from './groupRules.ts'
import type { GroupRule, RuleParts } from './groupRules.ts'
import { memberGroupMessages } from './messages.ts'

type RuleField = {
  label: string
  ops: readonly GroupRule['op'][]
  value: 'text' | 'day' | 'yesNo'
}

const textOperators = memberGroupMessages.textOperators

/** Fields that a rule can test, with their operators and kind of value. */
export const ruleFields = {
  name: { label: memberGroupMessages.name, ops: textOperators, value: 'text' },
  email: { label: memberGroupMessages.email, ops: textOperators, value: 'text' },
  joined: { label: memberGroupMessages.joined, ops: ['before', 'after'], value: 'day' },
  active: { label: memberGroupMessages.active, ops: ['is'], value: 'yesNo' },
} as const satisfies Record<GroupRule['field'], RuleField>

const ruleFieldsByName: Readonly<Record<string, RuleField>> = ruleFields
const allOperators = [
  ...new Set(Object.values(ruleFields).flatMap(({ ops }): string[] => [...ops])),
]

/** Returns the operators of a field; all operators if no field is chosen yet. */
export const getRuleOperators = (field: string): readonly string[] =>
  ruleFieldsByName[field]?.ops ?? allOperators

/** Returns the kind of value that a field is compared with. */
export const getValueKind = (field: string): RuleField['value'] =>
  ruleFieldsByName[field]?.value ?? 'text'

/** A row without input. */
export const emptyRule: RuleParts = { field: '', op: 'is', value: '' }

const rulePartsPattern = new RegExp(
  `^(${Object.keys(ruleFields).join('|')}|) (${allOperators.join('|')}) (.*)$`,
)

/** Whether a row has no input. */
export const isEmptyRule = ({ field, value }: RuleParts): boolean =>
  field === '' && value.trim() === ''

/**
 * Splits text that `formatRule` wrote into its parts. Any other text becomes the value, so that
 * nothing is lost.
 */
export function splitRule(text: string): RuleParts {
  const [, field, op, value] = rulePartsPattern.exec(text) ?? []
  return field === undefined || op === undefined || value === undefined
    ? { ...emptyRule, value: text }
    : { field, op, value }
}

/**
 * Returns the rule with another field, and keeps the operator and value if that field allows them.
 */
export function withRuleField(
  { field: previousField, op, value }: RuleParts,
  field: string,
): RuleParts {
  const ops = getRuleOperators(field)
  const kind = getValueKind(field)
  const values = {
    text: getValueKind(previousField) === 'text' ? value : '',
    day: isDay(value) ? value : '',
    yesNo: value === 'no' ? 'no' : 'yes',
  }
  return { field, op: ops.includes(op) ? op : (ops[0] ?? op), value: values[kind] }
}

/** The part of a row that isn't valid, and its message. */
export type RuleError = { part: keyof RuleParts; message: string }

/** Validates a row; null if it's a valid rule or empty. */
export function validateRule(row: RuleParts): RuleError | null {
  const { field, op } = row
  const value = row.value.trim()
  if (isEmptyRule(row)) return null
  if (field === '') return { part: 'field', message: memberGroupMessages.chooseField }
  if (!getRuleOperators(field).includes(op))
    return { part: 'op', message: memberGroupMessages.chooseOperator(getRuleOperators(field)) }
  const message = valueValidators[getValueKind(field)](value) || validateRuleLength(row)
  return message ? { part: 'value', message } : null
}

const valueValidators: Record<RuleField['value'], (value: string) => string | false> = {
  text: (value) => value === '' && memberGroupMessages.enterText,
  day: (value) =>
    !isDay(value) &&
    (/^\d{4}-\d\d-\d\d$/.test(value) ? notDateMessage : memberGroupMessages.enterDate),
  yesNo: (value) => !/^(yes|no)$/i.test(value) && memberGroupMessages.yesOrNo,
}

/**
 * Validates the length: the limit is for the whole rule, so the value can use what field and
 * operator leave.
 */
function validateRuleLength(row: RuleParts): string | false {
  const maxLength = maxRuleLength - [...formatRule({ ...row, value: '' })].length
  return (
    [...row.value.trim()].length > maxLength &&
    messages.validation.tooLong(memberGroupMessages.thisValue, maxLength)
  )
}

/**
 * Returns the error of each row. `error` is the error of the whole list: if no row has an error of
 * its own, `error` goes to the row that causes it.
 */
export function locateRuleErrors(
  rows: readonly RuleParts[],
  error: string | undefined,
): (RuleError | null)[] {
  if (error === undefined) return []
  const errors = rows.map(validateRule)
  if (errors.some(Boolean)) return errors
  if (rows.every(isEmptyRule)) return [{ part: 'field', message: error }]
  const texts = rows.map((row) => (isEmptyRule(row) ? null : formatRule(row)))
  const duplicateIndex = texts.findIndex(
    (text, index) => text !== null && texts.indexOf(text) < index,
  )
  return rows.map((_, index) =>
    index === duplicateIndex ? { part: 'value', message: error } : null,
  )
}
