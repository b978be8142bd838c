import { isDay } from '../dates.ts'
import type { Pattern } from '../engine/fieldParts.ts'

/** One rule of a group, as it is typed: `email ends with @example.com`. */
export type GroupRule =
  | { field: 'name' | 'email'; op: 'is' | 'contains' | 'starts with' | 'ends with'; value: string }
  | { field: 'joined'; op: 'before' | 'after'; value: string }
  | { field: 'active'; op: 'is'; value: 'yes' | 'no' }

const shape =
  /^(?:(name|email) (is|contains|starts with|ends with) (\S.*)|(joined) (before|after) (\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))|(active) (is) (yes|no))$/

export const rulePattern: Pattern = {
  matches: shape,
  message:
    'A rule must be such as "email ends with @example.com", "name contains Lee", "joined after 2026-01-31" or "active is yes"',
  further: (text) => (ruleFrom(text) ? null : 'There is no such day'),
}

/** What the text of a rule says; null where it is none. */
export function ruleFrom(text: string): GroupRule | null {
  const parts = shape
    .exec(text)
    ?.slice(1)
    .filter((part) => part !== undefined)
  const [field, op, value] = parts ?? []
  if (field === 'joined' && !isDay(value ?? '')) return null
  // The pattern lets no others through.
  return field && op && value !== undefined ? ({ field, op, value } as GroupRule) : null
}
