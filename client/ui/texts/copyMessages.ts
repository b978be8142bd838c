import { toPhrase } from '#shared/format/labels.ts'

export const copyMessages = {
  copy: 'Copy',
  copied: 'Copied',
  copyOf: (what: string) => `Copy ${toPhrase(what)}`,
} as const
