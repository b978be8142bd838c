import { formatNumber } from '#shared/numbers.ts'

export const groupsMessages = {
  importMembers: 'Import members of groups',
  more: (name: string) => `More for ${name}`,
  members: 'Members',
  duplicate: 'Duplicate to stores',
  delete: 'Delete',
  titles: {
    members: (name: string) => `Members of ${name}`,
    duplicate: (name: string) => `Duplicate ${name} to stores`,
    delete: (name: string) => `Delete ${name}`,
  },
  inIt: (count: number) =>
    count === 1 ? 'One member is in it.' : `${formatNumber(count)} members are in it.`,
  found: (count: number) =>
    count === 1 ? 'Its rules find one member.' : `Its rules find ${formatNumber(count)} members.`,
  moves: (joining: number, leaving: number) =>
    `${formatNumber(joining)} will join and ${formatNumber(leaving)} will leave when the rules are looked at next.`,
  current: 'Everybody is where the rules say.',
  byRule:
    'Who is in it follows from its rules, which are looked at whenever a group of the store is saved, and every five minutes.',
  some: 'Some of them',
  rule: {
    hint: 'All must hold.',
    written: ' A day is written as 2026-01-31; Active is yes or no.',
    unfinished: 'Finish this day: a part is missing, or there is no such day',
    choose: 'Choose a field',
    field: (number: number) => `Rule ${number}: field`,
    op: (number: number) => `Rule ${number}: operator`,
    value: (number: number) => `Rule ${number}: value`,
    add: 'Add rule',
    remove: (number: number) => `Remove rule ${number}`,
  },
  preview: 'Preview the rules',
  mend: 'Mend the rules that are marked first',
  noMoves: 'Nobody would join or leave.',
  search: 'Find members',
  searchHint: 'Of this store, by name or e-mail address.',
  find: 'All in the store',
  takeOut: (name: string) => `Remove ${name}`,
  emails: 'Or e-mail addresses',
  emailsHint: 'One a line, or separated by commas; at most 200.',
  add: 'Add members',
  remove: 'Remove these instead',
  unknown: (done: 'added' | 'removed', moved: number, names: string) =>
    `${formatNumber(moved)} ${moved === 1 ? 'was' : 'were'} ${done}. Nobody in this store has: ${names}`,
  noEmails: 'Choose a member, or give at least one address',
  tooMany: 'Give at most 200 addresses at once',
  copyTo: 'Stores',
  copyAsks: 'Choose the stores that it is made in',
  copyExplain:
    'It is made with its rules, limits and credits, without its members, and is not the default there.',
  copied: (made: number, refused: string) => `${formatNumber(made)} made. ${refused}`,
  moveTo: 'Its members go to',
  noGroup: 'No group',
  explain: 'What was deleted cannot be brought back with its members.',
} as const
