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

/** What a rule may be about: how that is compared, and with what. */
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

/** How a field is compared; one that is not chosen yet in every way. */
export const getOperators = (field: string): readonly string[] =>
  ruleFieldsByName[field]?.ops ?? allOperators

/** What a field is compared with. */
export const getValueKind = (field: string): RuleField['value'] =>
  ruleFieldsByName[field]?.value ?? 'text'

/** A row that nothing was said in yet. */
export const emptyRule: RuleParts = { field: '', op: 'is', value: '' }

const rulePartsPattern = new RegExp(
  `^(${Object.keys(ruleFields).join('|')}|) (${allOperators.join('|')}) (.*)$`,
)

/** Whether nothing was said in a row. */
export const isEmptyRule = ({ field, value }: RuleParts): boolean =>
  field === '' && value.trim() === ''

/** The parts of a text that `formatRule` made; of another one all is the value, so that nothing is lost. */
export function splitRule(text: string): RuleParts {
  const [, field, op, value] = rulePartsPattern.exec(text) ?? []
  return field === undefined || op === undefined || value === undefined
    ? { ...emptyRule, value: text }
    : { field, op, value }
}

/** The same rule about another field: what it says besides is kept where that has it too. */
export function withRuleField({ field: before, op, value }: RuleParts, field: string): RuleParts {
  const ops = getOperators(field)
  const kind = getValueKind(field)
  const kept = {
    text: getValueKind(before) === 'text' ? value : '',
    day: isDay(value) ? value : '',
    yesNo: value === 'no' ? 'no' : 'yes',
  }
  return { field, op: ops.includes(op) ? op : (ops[0] ?? op), value: kept[kind] }
}

/** Which part of a row is wrong, and what is said of it. */
export type RuleError = { part: keyof RuleParts; message: string }

/** What is wrong with a row; null where it is a rule, or nothing was said. */
export function validateRule(row: RuleParts): RuleError | null {
  const { field, op } = row
  const value = row.value.trim()
  if (isEmptyRule(row)) return null
  if (field === '') return { part: 'field', message: memberGroupMessages.chooseField }
  if (!getOperators(field).includes(op))
    return { part: 'op', message: memberGroupMessages.chooseOperator(getOperators(field)) }
  const says = valueValidators[getValueKind(field)](value) || validateRuleLength(row)
  return says ? { part: 'value', message: says } : null
}

const valueValidators: Record<RuleField['value'], (value: string) => string | false> = {
  text: (value) => value === '' && memberGroupMessages.enterText,
  day: (value) =>
    !isDay(value) &&
    (/^\d{4}-\d\d-\d\d$/.test(value) ? notDateMessage : memberGroupMessages.enterDate),
  yesNo: (value) => !/^(yes|no)$/i.test(value) && memberGroupMessages.yesOrNo,
}

/** The whole text of a rule is limited: its value may have what field and operator leave. */
function validateRuleLength(row: RuleParts): string | false {
  const left = maxRuleLength - [...formatRule({ ...row, value: '' })].length
  return (
    [...row.value.trim()].length > left &&
    messages.validation.tooLong(memberGroupMessages.thisValue, left)
  )
}

/** What is wrong, by row, where `error` is said of all: the faults of each, else it stands with the row that is to be mended. */
export function validateRules(
  rows: readonly RuleParts[],
  error: string | undefined,
): (RuleError | null)[] {
  if (error === undefined) return []
  const faults = rows.map(validateRule)
  if (faults.some(Boolean)) return faults
  if (rows.every(isEmptyRule)) return [{ part: 'field', message: error }]
  const texts = rows.map((row) => (isEmptyRule(row) ? null : formatRule(row)))
  const twice = texts.findIndex((text, at) => text !== null && texts.indexOf(text) < at)
  return rows.map((_, at) => (at === twice ? { part: 'value', message: error } : null))
}
