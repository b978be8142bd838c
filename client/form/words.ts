import { formatNumber } from '#shared/numbers.ts'

export const conflictWords = {
  yours: (field: string) => `Your ${field}`,
  theirs: (field: string) => `Their ${field}`,
  takeTheirs: 'Use theirs',
  takeTheirsOf: (field: string) => `Use theirs for ${field}`,
  conflict: (who: string, when: string) =>
    `This record was changed by ${who} on ${when}, after you opened it. What you typed is still here: save again to keep yours, or discard to take theirs.`,
  conflictSettled: (who: string, when: string) =>
    `This record was changed by ${who} on ${when}, after you opened it. Theirs is in the form now, beside the rest of what you typed.`,
  conflictTaken: (who: string, when: string) =>
    `This record was changed by ${who} on ${when}, after you opened it. The form holds theirs now; nothing of yours is left to save.`,
} as const

export const reachWords = {
  counted: (count: number, noun: string) => `${formatNumber(count)} ${noun}`,
  reaches: (counted: string) => `This changes ${counted}.`,
  own: (count: number) =>
    `${formatNumber(count)} ${count === 1 ? 'has a value of its own and stays' : 'have values of their own and stay'} as ${count === 1 ? 'it is' : 'they are'}.`,
  worse: (what: string, counted: string, examples: readonly string[], more: boolean) =>
    `${what} in ${counted}${examples.length === 0 ? '' : `: ${examples.join(', ')}${more ? ', ...' : ''}`}`,
  submit: (counted: string) => `Change ${counted}`,
} as const
