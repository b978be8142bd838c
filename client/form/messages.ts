import { toMidSentenceLabel } from '#shared/format/labels.ts'
import { formatNumber } from '#shared/format/numbers.ts'

export const conflictMessages = {
  yours: (field: string) => `Your ${toMidSentenceLabel(field)}`,
  theirs: (field: string) => `Their ${toMidSentenceLabel(field)}`,
  takeTheirs: 'Use theirs',
  takeTheirsFor: (field: string) => `Use theirs for ${toMidSentenceLabel(field)}`,
  conflict: (who: string, when: string) =>
    `${who} changed this record on ${when}, after you opened it. Save again to keep your changes, or discard them to use theirs.`,
  conflictSettled: (who: string, when: string) =>
    `${who} changed this record on ${when}, after you opened it. The form now combines their changes with the rest of yours.`,
  conflictTaken: (who: string, when: string) =>
    `${who} changed this record on ${when}, after you opened it. The form now shows their values, so there's nothing left to save.`,
} as const

export const scheduleFormMessages = {
  onlyNow: "This field can't be scheduled. Save it first.",
} as const

export const impactMessages = {
  counted: (count: number, noun: string) => `${formatNumber(count)} ${noun}`,
  reaches: (counted: string) => `This affects ${counted}.`,
  own: (count: number) =>
    count === 1
      ? "1 other has its own value and won't change."
      : `${formatNumber(count)} others have their own values and won't change.`,
  worse: (what: string, counted: string, examples: readonly string[], more: boolean) =>
    `${what} in ${counted}${examples.length === 0 ? '' : `: ${examples.join(', ')}${more ? ', ...' : ''}`}`,
  submit: (counted: string) => `Change ${counted}`,
} as const
