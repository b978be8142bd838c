import type { Pattern } from './fields/fieldParts.ts'
import { patternMessages } from './messages.ts'

/** A line of the store map: "12345 = our-code". */
export const storePairPattern: Pattern = {
  matches: /^(\d{1,12})\s*=\s*([a-z0-9][a-z0-9-]{1,40})$/,
  message: patternMessages.storePair,
}

function parseStorePair(line: string): { theirs: number; ours: string } | null {
  const match = storePairPattern.matches.exec(line.trim())
  return match ? { theirs: Number(match[1]), ours: match[2] ?? '' } : null
}

export const parsePrintfulStorePairs = (lines: unknown): { theirs: number; ours: string }[] =>
  (Array.isArray(lines) ? lines : []).flatMap((line) => parseStorePair(String(line)) ?? [])
