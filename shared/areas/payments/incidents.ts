import { instant, integer, money, optional, select, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { failureReasons } from './attempts.ts'
import { gateways } from './gateways.ts'
import { ownerField } from '#shared/engine/fields/ownerField.ts'

export const incidentStates = { open: 'Open', resolved: 'Resolved' } as const

/**
 * Payment failures with one cause, across stores (screens.md, Failed-order payment attempts). The
 * platform opens them.
 */
export const incidents = defineResource({
  name: 'incidents',
  path: '/paymentAttempt?incidents',
  title: { one: 'incident', many: 'incidents' },
  about:
    "An incident opens when more payments fail than usual, a payment setup fails, or a provider's event doesn't match an order.",
  permission: 'payments',
  fields: { cause: text('Cause', { max: 200 }) },
  derived: {
    status: select('Status', incidentStates),
    reason: select('Reason', failureReasons),
    gateway: select('Provider', gateways),
    stores: integer('Stores'),
    failures: integer('Failures'),
    stake: money('Unpaid', { currencyField: 'currency' }),
    currency: text('Currency', { max: 3 }),
    openedAt: instant('First failure'),
    lastAt: instant('Last failure'),
    ownerId: ownerField,
    resolvedAt: optional(instant('Resolved')),
    resolution: optional(text('Resolution', { max: 200 })),
  },
  list: {
    columns: ['cause', 'status', 'stores', 'failures', 'stake', 'openedAt'],
    tabs: 'status',
    search: ['cause'],
    sort: '-openedAt',
    defaultPanel: 'incident',
  },
  api: {
    writes: [],
    noBulkReason: 'Assign or resolve incidents one at a time.',
    extraColumns: ['stakes'],
    comments: true,
  },
  relations: { label: 'cause' },
})
