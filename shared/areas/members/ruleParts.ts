import { isDay } from '#shared/format/dates.ts'
import { messages } from '#shared/messages.ts'
import { longestRule, noSuchDay, ruleText } from './groupRules.ts'
import type { GroupRule, RuleParts } from './groupRules.ts'
import { ruleMessages } from './messages.ts'

type Asked = {
  label: string
  ops: readonly GroupRule['op'][]
  value: 'text' | 'day' | 'yesNo'
}

const ofText = ruleMessages.textOperators

/** What a rule may be about: how that is compared, and with what. */
export const ruleFields = {
  name: { label: ruleMessages.name, ops: ofText, value: 'text' },
  email: { label: ruleMessages.email, ops: ofText, value: 'text' },
  joined: { label: ruleMessages.joined, ops: ['before', 'after'], value: 'day' },
  active: { label: ruleMessages.active, ops: ['is'], value: 'yesNo' },
} as const satisfies Record<GroupRule['field'], Asked>

const known: Readonly<Record<string, Asked>> = ruleFields
const every = [...new Set(Object.values(ruleFields).flatMap(({ ops }): string[] => [...ops]))]

/** How a field is compared; one that is not chosen yet in every way. */
export const opsOf = (field: string): readonly string[] => known[field]?.ops ?? every

/** What a field is compared with. */
export const valueOf = (field: string): Asked['value'] => known[field]?.value ?? 'text'

/** A row that nothing was said in yet. */
export const noRule: RuleParts = { field: '', op: 'is', value: '' }

const inParts = new RegExp(`^(${Object.keys(ruleFields).join('|')}|) (${every.join('|')}) (.*)$`)

/** Whether nothing was said in a row. */
export const isNoRule = ({ field, value }: RuleParts): boolean =>
  field === '' && value.trim() === ''

/** The parts of a text that `ruleText` made; of another one all is the value, so that nothing is lost. */
export function partsOf(text: string): RuleParts {
  const [, field, op, value] = inParts.exec(text) ?? []
  return field === undefined || op === undefined || value === undefined
    ? { ...noRule, value: text }
    : { field, op, value }
}

/** The same rule about another field: what it says besides is kept where that has it too. */
export function withField({ field: before, op, value }: RuleParts, field: string): RuleParts {
  const ops = opsOf(field)
  const kind = valueOf(field)
  const kept = {
    text: valueOf(before) === 'text' ? value : '',
    day: isDay(value) ? value : '',
    yesNo: value === 'no' ? 'no' : 'yes',
  }
  return { field, op: ops.includes(op) ? op : (ops[0] ?? op), value: kept[kind] }
}

/** Which part of a row is wrong, and what is said of it. */
export type Fault = { part: keyof RuleParts; says: string }

/** What is wrong with a row; null where it is a rule, or nothing was said. */
export function faultIn(row: RuleParts): Fault | null {
  const { field, op } = row
  const value = row.value.trim()
  if (isNoRule(row)) return null
  if (field === '') return { part: 'field', says: ruleMessages.chooseField }
  if (!opsOf(field).includes(op))
    return { part: 'op', says: ruleMessages.chooseOperator(opsOf(field)) }
  const says = wrongValue[valueOf(field)](value) || tooLong(row)
  return says ? { part: 'value', says } : null
}

const wrongValue: Record<Asked['value'], (value: string) => string | false> = {
  text: (value) => value === '' && ruleMessages.enterText,
  day: (value) =>
    !isDay(value) && (/^\d{4}-\d\d-\d\d$/.test(value) ? noSuchDay : ruleMessages.enterDate),
  yesNo: (value) => !/^(yes|no)$/i.test(value) && ruleMessages.yesOrNo,
}

/** The whole text of a rule is limited: its value may have what field and operator leave. */
function tooLong(row: RuleParts): string | false {
  const left = longestRule - [...ruleText({ ...row, value: '' })].length
  return (
    [...row.value.trim()].length > left && messages.validation.tooLong(ruleMessages.thisValue, left)
  )
}

/** What is wrong, by row, where `error` is said of all: the faults of each, else it stands with the row that is to be mended. */
export function faultsIn(rows: readonly RuleParts[], error: string | undefined): (Fault | null)[] {
  if (error === undefined) return []
  const faults = rows.map(faultIn)
  if (faults.some(Boolean)) return faults
  if (rows.every(isNoRule)) return [{ part: 'field', says: error }]
  const texts = rows.map((row) => (isNoRule(row) ? null : ruleText(row)))
  const twice = texts.findIndex((text, at) => text !== null && texts.indexOf(text) < at)
  return rows.map((_, at) => (at === twice ? { part: 'value', says: error } : null))
}
