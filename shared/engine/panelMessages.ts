import { formatNumber } from '../format/numbers.ts'

/** Returns "sizes" for "size", and "ledger entries" for "ledger entry". */
const toPlural = (noun: string) =>
  /(?<![aeo])y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`

/** Texts of the panels that every list loads, and of pages that delete. */
export const panelMessages = {
  rowErrors: {
    title: 'Nothing was created. Fix these lines, then try again.',
    line: (line: number, error: string) => `Line ${line}: ${error}`,
  },
  small: {
    changed: (who: string) =>
      `${who} changed this record after you opened it. Check the change, or continue anyway.`,
  },
  remove: {
    button: 'Delete',
    title: (name: string) => `Delete ${name}`,
    explain: (name: string) =>
      `${name} will be removed from the console and all stores. You can undo this right after you delete it.`,
    filesToo: (name: string) =>
      `Deleting ${name} can't be undone, because its files are deleted too.`,
    secretsToo: (name: string) =>
      `Deleting ${name} can't be undone, because its secrets are deleted too.`,
    disableFirst: (name: string) => `Disable ${name} before you delete it.`,
    blocked: (name: string) =>
      `You can't delete ${name} while other records depend on it. Change or delete those first.`,
    /** `use` lists equal names once. */
    isThe: (kind: string) => `Used as the ${kind}`,
    use: (kind: string, count: number, examples: string[]) => {
      const total = `${formatNumber(count)} ${count === 1 ? kind : toPlural(kind)}`
      const names = [...new Set(examples)].join(', ')
      if (names === '') return total
      return examples.length < count ? `${total}, including ${names}` : `${total}: ${names}`
    },
    back: 'Back to the list',
    cancel: 'Cancel',
    close: 'Close',
  },
  merge: {
    link: 'Merge',
    instead: 'Merge instead',
  },
  noSuch: (one: string) => `Unknown ${one}`,
} as const
