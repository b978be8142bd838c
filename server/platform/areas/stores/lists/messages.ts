import { formatRecordCount } from '#shared/engine/bulk/bulkActions.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { limits } from '#shared/limits.ts'

type TitledResource = Pick<Resource, 'title'>

const formatStoreCount = (count: number) => formatRecordCount(stores, count)

export const storeListMessages = {
  body: `The body must contain "change" ("add" or "remove") and exactly one of "ids", "query", and "codes" (1 to ${limits.storeReferences} each).`,
  startBody: 'The body must contain "plan" (the ID of a plan).',
  none: 'No stores match. Select other stores, then try again.',
  tooMany: `You can change at most ${formatNumber(limits.storeReferences)} stores at a time. Narrow the filter, then try again.`,
  pairsOnly:
    'Paste one row per store, with the Printful store ID, an equals sign, and the store code, such as 12345 = acme.',
  unknownCode: (code: string) => `No store has the code "${code}".`,
  notPair: (row: string) => `"${row}" isn't in the format 12345 = acme.`,
  alreadyIn: (name: string) => `${name} is already assigned to this store.`,
  notIn: (name: string) => `${name} isn't assigned to this store.`,
  gone: "This store doesn't exist anymore, or you don't have access to it.",
  full: `This change would exceed the maximum of ${formatNumber(limits.storeReferences)} stores in the list. Add fewer stores.`,
  otherPair: (pair: string) => `Already mapped: ${pair}. Remove that row first.`,
  pairTaken: (theirs: number, code: string) =>
    `Printful store ${theirs} is already mapped to ${code}.`,
  lastStore: ({ title }: TitledResource) =>
    `You can't remove the last store, because this ${title.one} would then apply to all stores. If you want that, select "Use for all stores".`,
  limitsAll: (name: string, count: number) =>
    count === 1
      ? `${name} currently applies to all stores. After this change, only this store will use it.`
      : `${name} currently applies to all stores. After this change, only these ${formatNumber(count)} stores will use it.`,
  waits: (name: string, count: number) =>
    `${name} isn't active, so emails from ${formatStoreCount(count)} will be held until you activate it.`,
  replaces: (name: string, count: number) =>
    count === 1
      ? `1 store that currently uses ${name} will be switched.`
      : `${formatStoreCount(count)} that currently use ${name} will be switched.`,
  inherits: (count: number) => `${formatStoreCount(count)} will use the platform default again.`,
  leavesBlueprint: (count: number) => `${formatStoreCount(count)} will have no blueprint.`,
  members: {
    add: (members: number, count: number) =>
      members === 1
        ? `1 user in this group gets access to ${formatStoreCount(count)}.`
        : `${formatNumber(members)} users in this group get access to ${formatStoreCount(count)}.`,
    remove: (members: number, count: number) =>
      members === 1
        ? `1 user in this group loses access to ${formatStoreCount(count)}, unless they have access in another way.`
        : `${formatNumber(members)} users in this group lose access to ${formatStoreCount(count)}, unless they have access in another way.`,
  },
  title: {
    add: (name: string, count: number) => `Assign ${name} to ${formatStoreCount(count)}`,
    remove: (name: string, count: number) => `Remove ${name} from ${formatStoreCount(count)}`,
  },
  started: 'These changes have already been started. Check their progress in Jobs.',
  expired: 'This preview is more than 30 minutes old. Preview the changes again.',
  empty: "This preview doesn't change any stores.",
} as const
