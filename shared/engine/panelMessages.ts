import { messages } from '../messages.ts'
import { formatNumber } from '../format/numbers.ts'

const historyVerbs: Record<string, string> = {
  commentAdded: 'Added a comment',
  commentChanged: 'Changed a comment',
  commentDeleted: 'Deleted a comment',
  storesAdded: 'Added stores',
  storesRemoved: 'Removed stores',
  created: 'Created',
  duplicated: 'Created as a copy',
  reordered: 'Moved',
  activated: 'Activated',
  suspended: 'Suspended',
  archived: 'Archived',
  deleted: 'Deleted',
  restored: 'Restored',
  reactivated: 'Reactivated',
  locked: 'Locked',
  unlocked: 'Unlocked',
}

/** Returns "sizes" for "size", and "ledger entries" for "ledger entry". */
const toPlural = (noun: string) =>
  /(?<![aeo])y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`

/** Texts of list panels and of pages that delete. */
export const panelMessages = {
  paste: {
    title: (many: string) => `Paste ${many}`,
    lines: 'One per line',
    hint: (fields: readonly string[]) =>
      `Enter ${new Intl.ListFormat('en').format(fields)} on each line, separated by commas, or paste from a spreadsheet. Put values that contain commas in quotation marks.`,
    /** For a field whose value is derived from another one if it's left blank. */
    leftOut: (field: string, source: string) =>
      `${field} (leave blank to create it from the ${source})`,
    submit: 'Create all',
    empty: 'Paste at least one line.',
    tooMany: (max: number) => `Paste at most ${max} lines at a time`,
    tooFewValues: (missing: string, fields: string) =>
      `${messages.validation.required(missing)}: each line needs ${fields}, separated by a comma or a tab`,
    tooManyValues: (count: number, fields: string) =>
      `This line has ${count} values, but should contain only ${fields}. Put values that contain commas in quotation marks.`,
    quotes: 'Quotation marks must surround the whole value',
    twice: (field: string, value: string, line: number) =>
      `${field} ${value} is already on line ${line}`,
    line: (line: number, error: string) => `Line ${line}: ${error}`,
    refused: 'Nothing was created. Fix these lines, then try again.',
  },
  columns: { usual: 'Reset columns' },
  reorder: {
    of: (many: string) => `the order of the ${many} list`,
    title: 'Change the order',
    done: 'Done',
    explain: 'Drag a row or use the arrows. Each move is saved right away.',
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
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
    into: 'Merge into',
    link: 'Merge',
    instead: 'Merge instead',
    title: (name: string, one: string) => `Merge ${name} into another ${one}`,
    explain: (name: string, one: string) =>
      `Everything that uses ${name} will use the ${one} that you merge it into. ${name} will then be deleted.`,
    unused: 'Nothing uses this record yet.',
    job: 'This runs as a job. Follow its progress, or undo it, under Jobs in the top bar.',
    button: 'Merge',
  },
  history: {
    made: (who: string, when: string) => `Created by ${who} on ${when}.`,
    last: (who: string, when: string) => `Last changed by ${who} on ${when}.`,
    verb: (name: string) => historyVerbs[name] ?? 'Changed',
    hidden: 'changed',
    reason: (reason: string) => `Reason: ${reason}`,
    fileGone: 'a deleted file',
    none: 'No changes yet',
    older: 'Older changes',
    undo: 'Undo',
    undoOf: (when: string) => `Undo the change from ${when}`,
    since: (fields: string, who: string, when: string) =>
      `${who} changed ${fields} again on ${when}. Nothing was undone.`,
    changed: (who: string, when: string) =>
      `${who} also changed this record on ${when}. Nothing was undone.`,
    nothing: "There's nothing to undo.",
  },
  noSuch: (one: string) => `Unknown ${one}`,
} as const
