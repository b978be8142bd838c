import { instant, integer, optional, references, select, text } from '../engine/fields/fields.ts'
import { attentionReference } from '../attention/attentionReference.ts'
import { defineResource } from '../engine/resource.ts'
import { limits } from '../limits.ts'
import { owner } from '../users/owner.ts'
import { storeReference } from '../stores/storeReference.ts'

export const attentionKinds = {
  incident: 'Incident',
  integration: 'Integration',
  expiry: 'Expiry',
  readiness: 'Readiness',
  approval: 'Approval',
} as const
export type AttentionKind = keyof typeof attentionKinds

export const attentionStates = { open: 'Open', snoozed: 'Snoozed', resolved: 'Dismissed' } as const

/** What needs a hand, over all stores (screens.md, Dashboard): the platform lists it, and takes away what is mended. */
export const attentionItems = defineResource({
  ...attentionReference,
  about: 'What fails, ends soon or is not ready in any store is listed here until it is mended.',
  noBulk: 'Alerts are assigned, snoozed, and dismissed one by one.',
  fields: { title: text('What', { max: 200 }) },
  derived: {
    state: select('State', attentionStates),
    kind: select('Kind', attentionKinds),
    detail: optional(text('Why', { max: 400 })),
    storeIds: references('Stores', storeReference),
    rank: integer('Rank'),
    since: instant('Since'),
    ownerId: owner,
    snoozedUntil: optional(instant('Hidden until')),
    reason: optional(text('Reason', { max: limits.statusReason })),
    fix: text('Fix', { max: 200 }),
  },
  columns: ['title', 'storeIds', 'kind', 'since', 'ownerId'],
  filters: ['state', 'kind', 'title', 'since', 'ownerId', 'snoozedUntil', 'rank'],
  tabs: 'state',
  search: ['title'],
})
