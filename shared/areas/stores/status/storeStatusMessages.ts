import { formatNumber } from '#shared/format/numbers.ts'
import type { ReadinessKey } from '../readiness/readinessChecks.ts'

export const storeStatusMessages = {
  titles: {
    activate: (store: string) => `Activate ${store}`,
    suspend: (store: string) => `Suspend ${store}`,
    startMaintenance: (store: string) => `Start maintenance for ${store}`,
    endMaintenance: (store: string) => `End maintenance for ${store}`,
    archive: (store: string) => `Archive ${store}`,
  },
  explain: {
    activate: 'Members can visit and order.',
    suspend: "Members can't visit or order. Orders already placed are still processed.",
    startMaintenance: "Members see a maintenance notice and can't order until you end maintenance.",
    endMaintenance: 'Members can visit and order again.',
    archive: "Members can't visit or order. Nothing is deleted.",
  },
  /**
   * For several stores whose readiness isn't known yet: promises nothing that a store might not
   * keep.
   */
  explainMany: {
    activate:
      "Members can visit once the stores are active. Before anything changes, you'll see what won't work in stores that aren't ready.",
    endMaintenance:
      "Members can visit again once maintenance ends. Before anything changes, you'll see what won't work in stores that aren't ready.",
  } as { [change: string]: string },
  isReady: (percent: number) => `${percent}% ready.`,
  unready: (
    count: number,
    total: number,
    { least: min, most: max }: { least: number; most: number },
  ) => {
    const percent = min === max ? `${min}%` : `${min}% to ${max}%`
    const share =
      count === total ? formatNumber(count) : `${formatNumber(count)} of ${formatNumber(total)}`
    const stores = total === 1 ? 'store' : 'stores'
    return count === 1
      ? `${share} ${stores} isn't ready (${percent}). If you open it to members now:`
      : `${share} stores aren't ready (${percent}). If you open them to members now:`
  },
  cannotIn: (consequence: string, count: number, total: number) =>
    total === 1
      ? `${consequence}.`
      : `${formatNumber(count)} of ${formatNumber(total)} stores: ${consequence}.`,
  concerns: (count: string, isOne: boolean) =>
    isOne ? `The store has ${count} member.` : `The store has ${count} members.`,
  ready: (percent: number) => `This store is ${percent}% ready. If you open it to members now:`,
  /**
   * Consequences for members while a check fails. Checks that affect only operators are omitted.
   */
  cannot: {
    theme: "Members won't see a published theme",
    contrast: 'Text on the primary color is hard to read',
    domain: "Members can't use the custom domain",
    mail: "Members don't receive emails",
    payment: "Members can't pay",
    gift: "Gift cards can't be sent",
    defaultGroup: "New members aren't added to a group",
    members: 'No members yet',
  } as Partial<Record<ReadinessKey, string>>,
  testCards: (count: number, total: number) =>
    total === 1
      ? 'Members can pay only with test cards.'
      : `${formatNumber(count)} of ${formatNumber(total)} stores: Members can pay only with test cards.`,
  /** Confirmation before a store with test payments opens. */
  confirm: {
    reaches: () => 'Open this store anyway?',
    submit: (change: string) => `${change} anyway`,
  },
  title: 'Status',
  changed: (who: string) =>
    `${who} changed this store after you opened it. Check the change, or continue anyway.`,
} as const
