import type { Pattern } from '#shared/engine/fields/fieldParts.ts'
import { themeLabels } from './messages.ts'

/** Three numbers, as semver has them; what comes before a release is not kept. */
const parts = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/

export const semverPattern: Pattern = {
  matches: parts,
  message: themeLabels.versionFormat,
}

export const isSemver = (text: string): boolean => parts.test(text)

/** Whether one version comes after another. */
export function isAfter(one: string, other: string): boolean {
  const [first, second] = [one, other].map((version) => version.split('.').map(Number))
  const at = [0, 1, 2].find((part) => first?.[part] !== second?.[part])
  return at !== undefined && Number(first?.[at]) > Number(second?.[at])
}
