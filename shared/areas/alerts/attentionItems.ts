import {
  instant,
  integer,
  optional,
  references,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import { alertKinds } from '#shared/engine/alertKinds.ts'
import type { AlertKind } from '#shared/engine/alertKinds.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { limits } from '#shared/limits.ts'
import { ownerField } from '#shared/engine/fields/ownerField.ts'

/** What an alert asks for: to fix something that fails, or to review something that doesn't yet. */
type AlertAction = 'fix' | 'review'
const alertActions: Readonly<Record<AlertKind, AlertAction>> = {
  incident: 'fix',
  integration: 'fix',
  expiry: 'review',
  deadline: 'review',
  readiness: 'fix',
  approval: 'review',
}

/** Returns what an alert asks for, by its kind. A newer platform may have more kinds. */
export const getAlertAction = (kind: unknown): AlertAction =>
  typeof kind === 'string' && Object.hasOwn(alertActions, kind)
    ? alertActions[kind as AlertKind] // As just checked.
    : 'fix'

export const alertStates = { open: 'Open', snoozed: 'Snoozed', resolved: 'Dismissed' } as const

/**
 * Alerts of all stores (screens.md, Dashboard). The platform creates them and removes them once
 * they're fixed.
 */
export const attentionItems = defineResource({
  name: 'attentionItems',
  path: '/dashboard?attention',
  title: { one: 'alert', many: 'alerts' },
  about:
    "Alerts show what's failing, expiring soon, or waiting for your approval, and which stores aren't ready. They disappear once they're fixed.",
  fields: { title: text('Alert', { max: 200 }) },
  derived: {
    state: select('Status', alertStates),
    kind: select('Type', alertKinds),
    detail: optional(text('Details', { max: 400 })),
    storeIds: references('Stores', 'stores'),
    rank: integer('Priority'),
    since: instant('Since'),
    ownerId: ownerField,
    snoozedUntil: optional(instant('Snoozed until')),
    reason: optional(text('Reason', { max: limits.statusReason })),
    fix: text('Fix', { max: 200 }),
  },
  permission: 'ordersRead',
  list: {
    columns: ['title', 'storeIds', 'kind', 'since', 'ownerId'],
    filters: ['state', 'kind', 'title', 'since', 'ownerId', 'snoozedUntil', 'rank'],
    tabs: 'state',
    search: ['title'],
    sort: '-rank',
    card: ['kind', 'since'],
  },
  api: {
    comments: true,
    writes: [],
    noBulkReason: 'Assign, snooze, or dismiss alerts one at a time.',
  },
  relations: { label: 'title' },
})
