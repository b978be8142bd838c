import type { Pattern } from '#shared/engine/fields/fieldParts.ts'
import { themeMessages } from './messages.ts'

/** Three numbers, as in semver. Pre-release versions aren't supported. */
const semverRegex = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/

export const semverPattern: Pattern = {
  matches: semverRegex,
  message: themeMessages.versionFormat,
}

export const isSemver = (text: string): boolean => semverRegex.test(text)

/** Whether the first version is newer than the second. */
export function isNewerVersion(candidate: string, current: string): boolean {
  const [first, second] = [candidate, current].map((version) => version.split('.').map(Number))
  const firstDifference = [0, 1, 2].find((part) => first?.[part] !== second?.[part])
  return (
    firstDifference !== undefined &&
    Number(first?.[firstDifference]) > Number(second?.[firstDifference])
  )
}
