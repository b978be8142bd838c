import { messages } from '../messages.ts'

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

/** Texts of the panels that lists load when one opens (client/parts/listTools.ts). */
export const listToolMessages = {
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
  merge: {
    into: 'Merge into',
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
} as const
