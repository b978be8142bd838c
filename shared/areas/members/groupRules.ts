import { isDay } from '#shared/format/dates.ts'
import type { Pattern } from '#shared/engine/fields/fieldParts.ts'
import { memberGroupMessages } from './messages.ts'

/** One rule of a group, as it is typed: `email ends with @example.com`. */
export type GroupRule =
  | { field: 'name' | 'email'; op: 'is' | 'contains' | 'starts with' | 'ends with'; value: string }
  | { field: 'joined'; op: 'before' | 'after'; value: string }
  | { field: 'active'; op: 'is'; value: 'yes' | 'no' }

/** How many characters a rule has at most. */
export const maxRuleLength = 120

export const notDateMessage = memberGroupMessages.notDate

const ruleRegex =
  /^(?:(name|email) (is|contains|starts with|ends with) (\S.*)|(joined) (before|after) (\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))|(active) (is) (yes|no))$/

export const rulePattern: Pattern = {
  matches: ruleRegex,
  message: memberGroupMessages.ruleFormat,
  validate: (text) => (parseRule(text) ? null : notDateMessage),
}

/** What the text of a rule says; null where it is none. */
export function parseRule(text: string): GroupRule | null {
  const parts = ruleRegex
    .exec(text)
    ?.slice(1)
    .filter((part) => part !== undefined)
  const [field, op, value] = parts ?? []
  if (field === 'joined' && !isDay(value ?? '')) return null
  // The pattern lets no others through.
  return field && op && value !== undefined ? ({ field, op, value } as GroupRule) : null
}

/** A rule as a form asks for it, whole or not. */
export type RuleParts = { field: string; op: string; value: string }

/** The parts of a rule as its text; capitals make no difference to a yes or no that is typed. */
export function formatRule({ field, op, value }: RuleParts): string {
  const said = value.trim()
  return `${field} ${op} ${field === 'active' ? said.toLowerCase() : said}`
}

/** The rules by what a form sent, three parts for each; a row that nothing was said in is none. */
export function joinRuleParts(sent: readonly string[]): string[] {
  return sent.flatMap((field, at) => {
    const [op = '', value = ''] = [sent[at + 1], sent[at + 2]]
    return at % 3 === 0 && (field || value.trim()) ? [formatRule({ field, op, value })] : []
  })
}
