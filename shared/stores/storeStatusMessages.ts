import { formatNumber } from '../numbers.ts'
import type { ReadinessKey } from './readinessChecks.ts'

export const storeStatusMessages = {
  titles: {
    activate: (store: string) => `Activate ${store}`,
    suspend: (store: string) => `Suspend ${store}`,
    startMaintenance: (store: string) => `Start maintenance of ${store}`,
    endMaintenance: (store: string) => `End maintenance of ${store}`,
    archive: (store: string) => `Archive ${store}`,
  },
  explain: {
    activate: 'Members can enter and order.',
    suspend: 'Members can no longer enter or order. Orders under way go on.',
    startMaintenance:
      'Members see that the store is being worked on; until it ends they cannot order.',
    endMaintenance: 'Members can enter and order again.',
    archive: 'The store is put away: nobody can enter or order, nothing is lost.',
  },
  /** Of many at once, whose readiness is not known yet: nothing that a store may not hold. */
  explainMany: {
    activate: 'Members can enter. What they cannot do where a store is not ready is shown first.',
    endMaintenance:
      'Members can enter again. What they cannot do where a store is not ready is shown first.',
  } as { [change: string]: string },
  isReady: (percent: number) => `${percent} % ready.`,
  unready: (count: number, all: number, { least, most }: { least: number; most: number }) => {
    const percent = least === most ? `${least} %` : `${least} to ${most} %`
    const are = count === 1 ? 'store is' : 'stores are'
    const some =
      count === all ? formatNumber(count) : `${formatNumber(count)} of ${formatNumber(all)}`
    return `${some} ${are} not ready (${percent}). Once members can enter:`
  },
  cannotIn: (words: string, count: number, all: number) =>
    all === 1 ? `${words}.` : `${formatNumber(count)} of ${formatNumber(all)}: ${words}.`,
  concerns: (count: string, isOne: boolean) => `It has ${count} ${isOne ? 'member' : 'members'}.`,
  ready: (percent: number) => `This store is ${percent} % ready. Once members can enter:`,
  /** What members cannot do while a check is not in order; what only operators notice is not among it. */
  cannot: {
    theme: 'Members do not see the theme as it is meant',
    contrast: 'Members cannot read text on the primary color',
    domain: 'Members cannot rely on the own domain',
    mail: 'Members get no mail',
    payment: 'Members cannot pay',
    gift: 'Members cannot send gift cards',
    defaultGroup: 'New members belong to no group',
    members: 'Nobody can enter yet',
  } as Partial<Record<ReadinessKey, string>>,
  testCards: (count: number, all: number) =>
    all === 1
      ? 'Members pay with test cards only.'
      : `${formatNumber(count)} of ${formatNumber(all)}: Members pay with test cards only.`,
  /** Asked once more before a store with test payments opens. */
  confirm: {
    reaches: () => 'Open this store all the same?',
    submit: (change: string) => `${change} all the same`,
  },
  title: 'Status',
  changed: (who: string) =>
    `${who} changed this store after you opened it. Look at it again, or go on all the same.`,
} as const
