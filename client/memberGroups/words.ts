import { formatNumber } from '#shared/numbers.ts'

export const groupsMessages = {
  importMembers: 'Import members of groups',
  more: (name: string) => `More for ${name}`,
  members: 'Members',
  duplicate: 'Duplicate to stores',
  delete: 'Delete',
  titles: {
    members: (name: string, store: string) => `Members of ${name}${store && `, ${store}`}`,
    duplicate: (name: string) => `Duplicate ${name} to stores`,
    delete: (name: string) => `Delete ${name}`,
    approve: (name: string) => `Approve credits of ${name}`,
  },
  approveCredits: 'Approve credits',
  approveExplain:
    "Members get these credits within minutes, once in each period. Operators who set the credits up or added members to the group can't approve them.",
  nothingToApprove: 'No credits of this group wait for approval.',
  programGives: (amount: string, count: number) =>
    `Gives ${amount} in a period to ${count === 1 ? '1 member' : `${formatNumber(count)} members`}.`,
  programWaits: 'The group gives nothing until a second operator approves its credits.',
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
  all: (count: number) => (count === 1 ? 'Show it in the list' : `Show all ${formatNumber(count)}`),
  allIn: 'Show who is in it',
  takeOut: (name: string) => `Remove ${name}`,
  emails: 'Or e-mail addresses',
  emailsHint: 'One a line, or separated by commas; at most 200.',
  add: 'Add members',
  remove: 'Remove these instead',
  unknown: (moved: number, names: string) =>
    `${formatNumber(moved)} ${moved === 1 ? 'was' : 'were'} removed. Nobody in this store has: ${names}`,
  /** Why nobody is moved. */
  nobody: ({ already, held, unknown }: { already: number; held: number; unknown: string }) =>
    [
      'Nobody would be moved.',
      already > 0 && `In it already: ${formatNumber(already)}.`,
      held > 0 && `Held where they are by the rules of a group: ${formatNumber(held)}.`,
      unknown && `Nobody in this store has: ${unknown}`,
    ]
      .filter(Boolean)
      .join(' '),
  notIn: 'Nobody of these is in this group.',
  told: 'What this does',
  reach: {
    reaches: (counted: string) => `This moves ${counted}. A member is in one group at a time.`,
    worse: (what: string, counted: string, examples: readonly string[], more: boolean) =>
      `${what}: ${counted} (${examples.join(', ')}${more ? ', ...' : ''})`,
    submit: (counted: string) => `Move ${counted}`,
  },
  noEmails: 'Choose a member, or give at least one address',
  tooMany: 'Give at most 200 addresses at once',
  copyTo: 'Stores',
  copyAsks: 'Choose the stores that it is made in',
  copyExplain:
    'It is made with its rules, limits and credits, without its members, and is not the default there.',
  copiesMayWait:
    "If its rules find so many members in a store that the credits are above your limits for 24 hours, a second operator has to approve the copy's credits.",
  copied: (made: number, refused: string) => `${formatNumber(made)} made. ${refused}`,
  moveTo: 'Its members go to',
  noGroup: 'No group',
  explain: 'What was deleted cannot be brought back with its members.',
} as const
