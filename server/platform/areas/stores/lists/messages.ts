import { soMany } from '#shared/engine/bulk/bulk.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { limits } from '#shared/limits.ts'

type Titled = Pick<Resource, 'title'>

const manyStores = (count: number) => soMany(stores, count)

export const storeListMessages = {
  body: `The body must have "change" ("add" or "remove") and exactly one of "ids", "query", and "codes" (1 to ${limits.storeReferences} each).`,
  startBody: `The body must have "plan" with a plan's ID.`,
  none: 'No stores match. Choose others, then try again.',
  tooMany: `A plan covers at most ${formatNumber(limits.storeReferences)} stores. Narrow the filter, then try again.`,
  pairsOnly: 'Paste one row per store: the ID at Printful = the code here, such as 12345 = acme.',
  unknownCode: (code: string) => `No store has the code "${code}".`,
  notPair: (row: string) => `"${row}" isn't a pair like 12345 = acme.`,
  alreadyIn: (name: string) => `Already uses ${name}.`,
  notIn: (name: string) => `Doesn't use ${name}.`,
  gone: "This store doesn't exist anymore, or you can't see it.",
  full: `A list holds at most ${formatNumber(limits.storeReferences)} stores.`,
  otherPair: (pair: string) => `Already mapped: ${pair}. Remove that row first.`,
  pairTaken: (theirs: number, code: string) =>
    `Store ${theirs} at Printful is already mapped to ${code}.`,
  lastStore: ({ title }: Titled) =>
    `A ${title.one} without stores is for all stores, so the last store can't be removed. To change that, select "Use for all stores".`,
  limitsAll: (name: string, count: number) =>
    count === 1
      ? `${name} is for all stores now. Afterward, only this store uses it.`
      : `${name} is for all stores now. Afterward, only these ${formatNumber(count)} stores use it.`,
  stops: (what: string, count: number) =>
    `${what} in ${manyStores(count)} until you assign another setup.`,
  waits: (name: string, count: number) =>
    `${name} isn't active, so email from ${manyStores(count)} waits until it is.`,
  replaces: (name: string, count: number) =>
    count === 1
      ? `1 store now uses ${name} instead.`
      : `${manyStores(count)} now use ${name} instead.`,
  inherits: (count: number) => `${manyStores(count)} will use the platform default again.`,
  members: {
    add: (members: number, count: number) =>
      members === 1
        ? `1 user in this group gets access to ${manyStores(count)}.`
        : `${formatNumber(members)} users in this group get access to ${manyStores(count)}.`,
    remove: (members: number, count: number) =>
      members === 1
        ? `1 user in this group loses access to ${manyStores(count)}, unless something else grants it.`
        : `${formatNumber(members)} users in this group lose access to ${manyStores(count)}, unless something else grants it.`,
  },
  title: {
    add: (name: string, count: number) => `Assign ${name} to ${manyStores(count)}`,
    remove: (name: string, count: number) => `Remove ${name} from ${manyStores(count)}`,
  },
  started: 'This plan was already started.',
  expired: 'This plan is more than 30 minutes old. Preview the changes again.',
  empty: "This plan doesn't change any store.",
} as const
