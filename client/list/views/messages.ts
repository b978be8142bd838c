import { formatNumber } from '#shared/format/numbers.ts'
import { messages } from '#shared/messages.ts'

export const viewsMessages = {
  title: 'Views',
  save: 'Save view',
  saved: 'Save view',
  name: 'Name',
  share: 'Share with everyone who can see this list',
  instead: 'Replace',
  aNew: 'New view',
  keep: 'Save view',
  selection: (records: string) => `Save selection (${records})`,
  keepSelection: 'Save selection',
  someLeft: messages.list.someLeft,
  same: 'Nothing to save yet. Search, filter, sort, or choose columns first.',
  yours: 'Saved views',
  none: 'No saved views yet',
  theirs: 'shared by another user',
  rename: 'Rename',
  nameOf: (name: string) => `Name for ${name}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  begin: 'Set as default',
  all: 'all',
  order: 'the view order',
  begins: 'Default view',
  beginNot: 'Remove as default',
  beginOf: (name: string) => `Set as default: ${name}`,
  beginNotOf: (name: string) => `Remove as default: ${name}`,
  remove: 'Delete',
  removeOf: (name: string) => `Delete view ${name}`,
  removeSelection: (name: string, records: number) =>
    records === 1
      ? `Delete ${name}? Its 1 record isn't deleted, but the selection can't be restored.`
      : `Delete ${name}? Its ${formatNumber(records)} records aren't deleted, but the selection can't be restored.`,
  shared: 'shared',
  unshare: 'Stop sharing',
  shareIt: 'Share',
  misfit: (why: string) => `This view no longer works with this list: ${why}.`,
} as const
