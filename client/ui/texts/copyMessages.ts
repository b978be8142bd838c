import { toMidSentenceLabel } from '#shared/format/labels.ts'

export const copyMessages = {
  copy: 'Copy',
  copied: 'Copied',
  copyOf: (what: string) => `Copy ${toMidSentenceLabel(what)}`,
} as const
