import { messages } from './messages.ts'
import { formatNumber } from './numbers.ts'

const verbs: Record<string, string> = {
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

/** What the panels of lists say, and pages that delete. */
export const panelMessages = {
  paste: {
    title: (many: string) => `Paste many ${many}`,
    lines: 'One per line',
    hint: (fields: string) =>
      `${fields}: separated by a comma, or copied from a spreadsheet. Put a value with a comma in quotation marks.`,
    /** A value that is made of another one where it is left out. */
    leftOut: (field: string, from: string) => `${field} (if left out, made of ${from})`,
    submit: 'Create all',
    empty: 'Paste at least one line',
    tooMany: (max: number) => `At most ${max} lines at once`,
    tooFewValues: (missing: string, fields: string) =>
      `${messages.validation.required(missing)}: a line holds ${fields}, separated by a comma or a tab`,
    tooManyValues: (count: number, fields: string) =>
      `There are ${count} values; a line holds ${fields}. Put a value with a comma in quotation marks.`,
    quotes: 'Quotation marks must open and close a whole value',
    twice: (field: string, value: string, line: number) =>
      `${field} ${value} is already on line ${line}`,
    line: (line: number, error: string) => `Line ${line}: ${error}`,
    refused: 'Nothing was created. Correct these lines and try again.',
  },
  columns: { usual: 'Usual columns' },
  reorder: {
    of: (many: string) => `the order of ${many}`,
    title: 'Change the order',
    done: 'Done',
    explain: 'Drag a row, or use the arrows. The order is saved with each move.',
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
  },
  small: {
    changed: (who: string) =>
      `${who} changed it after you opened it. Look at it again, or go on all the same.`,
  },
  remove: {
    button: 'Delete',
    title: (name: string) => `Delete ${name}`,
    explain: 'No list and no form offers it from then on.',
    forGood: 'This cannot be undone: what it holds besides texts and numbers is gone with it.',
    blocked: (name: string) => `${name} is still in use, so it cannot be deleted.`,
    /** What is called the same is named once. */
    isThe: (kind: string) => `It is the ${kind}`,
    use: (kind: string, count: number, examples: string[]) =>
      `${formatNumber(count)} ${kind}${count === 1 ? '' : 's'}${examples.length === 0 ? '' : `: ${[...new Set(examples)].join(', ')}${examples.length < count ? ' …' : ''}`}`,
    back: 'Back to the list',
    cancel: 'Cancel',
  },
  merge: {
    into: 'Merge into',
    link: 'Merge',
    instead: 'Merge it into another one instead',
    title: (name: string, one: string) => `Merge ${name} into another ${one}`,
    explain: (name: string) => `What uses ${name} will use the other one, and ${name} is deleted.`,
    unused: 'Nothing uses it yet.',
    job: 'It runs as a job: Jobs, in the top bar, tells how far it is, and can undo it.',
    button: 'Merge',
  },
  history: {
    made: (who: string, when: string) => `Created by ${who}, ${when}.`,
    last: (who: string, when: string) => `Last changed by ${who}, ${when}.`,
    verb: (name: string) => verbs[name] ?? 'Changed',
    hidden: 'changed',
    reason: (why: string) => `Reason: ${why}`,
    fileGone: 'a file that is not kept any more',
    none: 'Nothing is known of its changes.',
    older: 'Older changes',
    undo: 'Undo',
    undoOf: (when: string) => `Undo the change of ${when}`,
    since: (fields: string, who: string, when: string) =>
      `${fields} was changed again since: ${who}, ${when}. Nothing was put back.`,
    changed: (who: string, when: string) =>
      `${who} changed this record at the same moment, ${when}. Nothing was put back.`,
    nothing: 'There is nothing to put back.',
  },
  noSuch: (one: string) => `No such ${one}`,
} as const
