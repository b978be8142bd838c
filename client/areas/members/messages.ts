import { formatNumber } from '#shared/format/numbers.ts'

export const memberGroupsMessages = {
  importMembers: 'Import group members',
  more: (name: string) => `More actions for ${name}`,
  members: 'Members',
  duplicate: 'Duplicate to stores',
  delete: 'Delete',
  titles: {
    members: (name: string, store: string) =>
      store ? `Members of ${name} (${store})` : `Members of ${name}`,
    duplicate: (name: string) => `Duplicate ${name} to stores`,
    delete: (name: string) => `Delete ${name}`,
    approve: (name: string) => `Approve credits for ${name}`,
  },
  approveCredits: 'Approve credits',
  approveExplain:
    "After you approve them, members get these credits within an hour, once per period. Operators who set up the credits or added members to the group can't approve them.",
  nothingToApprove: 'No credits for this group are waiting for approval.',
  programGives: (amount: string, count: number) =>
    count === 1
      ? `The 1 member in this group gets ${amount} per period.`
      : `The ${formatNumber(count)} members in this group get a total of ${amount} per period.`,
  programWaits: "Members won't get credits until a second operator approves them.",
  inIt: (count: number) =>
    count === 1
      ? '1 member is in this group.'
      : `${formatNumber(count)} members are in this group.`,
  found: (count: number) =>
    count === 1 ? 'The rules match 1 member.' : `The rules match ${formatNumber(count)} members.`,
  moves: (joining: number, leaving: number) =>
    `The next time the rules run, ${joining === 1 ? '1 member' : `${formatNumber(joining)} members`} will join and ${formatNumber(leaving)} will leave.`,
  movesOnSave: (joining: number, leaving: number) =>
    `When you save, ${joining === 1 ? '1 member' : `${formatNumber(joining)} members`} will join and ${formatNumber(leaving)} will leave.`,
  current: 'This group already matches its rules. No members will join or leave.',
  byRule:
    "The rules decide who is in this group. They run every 5 minutes and whenever you save one of the store's groups.",
  some: 'Examples',
  rule: {
    hint: 'A member must match all rules.',
    written: 'Enter dates as YYYY-MM-DD, such as 2026-01-31. For Active, enter yes or no.',
    unfinished: 'Enter a complete, valid date.',
    choose: 'Choose a field',
    /** These words are also the stored form of a rule. */
    yes: 'yes',
    no: 'no',
    field: (number: number) => `Rule ${number}: field`,
    op: (number: number) => `Rule ${number}: operator`,
    value: (number: number) => `Rule ${number}: value`,
    add: 'Add rule',
    remove: (number: number) => `Remove rule ${number}`,
  },
  preview: 'Preview rules',
  fixRules: 'Fix the highlighted rules first.',
  noMoves: 'No members would join or leave.',
  search: 'Find members',
  searchHint: "Search this store's members by name or email.",
  all: (count: number) =>
    count === 1 ? 'Show 1 member' : `Show all ${formatNumber(count)} members`,
  allIn: 'Show members',
  takeOut: (name: string) => `Remove ${name}`,
  emails: 'Or enter email addresses',
  emailsHint: 'Enter up to 200, one per line or separated by commas.',
  add: 'Add members',
  remove: 'Remove these members',
  unknown: (moved: number, names: string) =>
    moved === 1
      ? `Removed 1 member. Not found among this store's members: ${names}`
      : `Removed ${formatNumber(moved)} members. Not found among this store's members: ${names}`,
  /** Explains why no members were moved. */
  noneMoved: ({
    already,
    held: keptCount,
    unknown,
  }: {
    already: number
    held: number
    unknown: string
  }) =>
    [
      'No members were moved.',
      already > 0 && `Already in this group: ${formatNumber(already)}.`,
      keptCount > 0 && `Kept in their current group by its rules: ${formatNumber(keptCount)}.`,
      unknown && `Not found among this store's members: ${unknown}`,
    ]
      .filter(Boolean)
      .join(' '),
  notIn: 'No member that you selected is in this group.',
  told: 'Changes',
  reach: {
    reaches: (counted: string) => `This moves ${counted}. A member can be in only one group.`,
    worse: (what: string, counted: string, examples: readonly string[], more: boolean) =>
      `${what}: ${counted} (${examples.join(', ')}${more ? ', ...' : ''})`,
    submit: (counted: string) => `Move ${counted}`,
  },
  noEmails: 'Choose a member, or enter at least one email address.',
  tooMany: 'Enter up to 200 email addresses at a time.',
  copyTo: 'Stores',
  copyQuestion: 'Choose the stores to copy the group to.',
  copyExplain:
    "Each copy has the same rules, limits, and credits, but starts without members and isn't the default group.",
  copiesMayWait:
    "If a copy's credits exceed your 24-hour limits, a second operator must approve them.",
  copied: (createdCount: number, refused: string) =>
    createdCount === 1
      ? `Created 1 group. ${refused}`
      : `Created ${formatNumber(createdCount)} groups. ${refused}`,
  moveTo: 'Move members to',
  noGroup: 'No group',
  explain: "If you restore this group later, its members won't be moved back.",
} as const
