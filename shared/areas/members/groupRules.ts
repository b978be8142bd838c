import { isDay } from '#shared/format/dates.ts'
import type { Pattern } from '#shared/engine/fields/fieldParts.ts'
import { memberGroupMessages } from './messages.ts'

/** A parsed group rule, such as `email ends with @example.com`. */
export type GroupRule =
  | { field: 'name' | 'email'; op: 'is' | 'contains' | 'starts with' | 'ends with'; value: string }
  | { field: 'joined'; op: 'before' | 'after'; value: string }
  | { field: 'active'; op: 'is'; value: 'yes' | 'no' }

/** Maximum length of a rule, in characters. */
export const maxRuleLength = 120

export const notDateMessage = memberGroupMessages.notDate

const ruleRegex =
  /^(?:(name|email) (is|contains|starts with|ends with) (\S.*)|(joined) (before|after) (\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))|(active) (is) (yes|no))$/

export const rulePattern: Pattern = {
  matches: ruleRegex,
  message: memberGroupMessages.ruleFormat,
  validate: (text) => (parseRule(text) ? null : notDateMessage),
}

/** Parses the text of a rule; null if it isn't one. */
export function parseRule(text: string): GroupRule | null {
  const parts = ruleRegex
    .exec(text)
    ?.slice(1)
    .filter((part) => part !== undefined)
  const [field, op, value] = parts ?? []
  if (field === 'joined' && !isDay(value ?? '')) return null
  // The regular expression matches only these combinations.
  return field && op && value !== undefined ? ({ field, op, value } as GroupRule) : null
}

/** The parts of a rule in a form, complete or not. */
export type RuleParts = { field: string; op: string; value: string }

/** Formats the parts of a rule as text. Yes or no is accepted in any case. */
export function formatRule({ field, op, value }: RuleParts): string {
  const trimmedValue = value.trim()
  return `${field} ${op} ${field === 'active' ? trimmedValue.toLowerCase() : trimmedValue}`
}

/** Joins submitted form values, three per rule, into rules. Empty rows are dropped. */
export function joinRuleParts(inputs: readonly string[]): string[] {
  return inputs.flatMap((field, index) => {
    const [op = '', value = ''] = [inputs[index + 1], inputs[index + 2]]
    return index % 3 === 0 && (field || value.trim()) ? [formatRule({ field, op, value })] : []
  })
}
