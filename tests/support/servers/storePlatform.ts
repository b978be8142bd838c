import type { RequestOptions } from '#shared/engine/api.ts'
import { readinessKeys } from '#shared/areas/stores/readiness/readinessChecks.ts'
import {
  integrationKinds,
  integrationsByKind,
} from '#shared/engine/integrations/integrationKinds.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { createMemoryPlatform, stamp } from './memoryPlatform.ts'
import type { MemoryPlatform } from './memoryPlatform.ts'

const zeroCounts = { now: 0, before: 0 }

/** The metrics of a store without any activity. */
export const emptyMetrics = {
  range: { from: '2025-02-08', to: '2025-03-09' },
  before: { from: '2025-01-09', to: '2025-02-07' },
  currency: 'EUR',
  unit: 'points',
  orders: zeroCounts,
  revenue: zeroCounts,
  paymentsFailed: zeroCounts,
  paymentsRecovered: zeroCounts,
  creditsIssued: zeroCounts,
  creditsRedeemed: zeroCounts,
  giftCardsSent: zeroCounts,
  giftCardsFailed: zeroCounts,
  mailSent: zeroCounts,
  mailFailed: zeroCounts,
  members: { all: 0, joined: zeroCounts },
  ordersByDay: { now: Array<number>(30).fill(0), before: Array<number>(30).fill(0) },
}

export const emptyPage = { next: null, previous: null, total: 0, totalIsCapped: false }

/** The defaults that stores inherit. */
export const storeDefaultsRecord: AnyRecord = {
  id: 1,
  ...stamp,
  defaultLocale: 'en-US',
  timeZone: 'UTC',
  themeId: 1,
  primaryColour: '#4338ca',
  textColour: '#ffffff',
  access: 'public',
  supportEmail: 'help@example.com',
  labels: { themeId: 'Classic' },
}

/** Builds a store as the platform stores it. */
export const buildStore = (more: object = {}): AnyRecord => ({
  id: 5,
  ...stamp,
  name: 'Acme Rewards',
  code: 'acme',
  organisationId: 3,
  type: 'mixed',
  plan: 'growth',
  tags: ['gifts'],
  supportEmail: null,
  notes: null,
  subdomain: 'acme',
  domain: null,
  defaultLocale: null,
  locales: [],
  defaultCurrency: 'EUR',
  currencies: [],
  timeZone: 'Europe/London',
  country: 'AT',
  themeId: null,
  logo: null,
  favicon: null,
  primaryColour: null,
  textColour: null,
  access: null,
  allowedEmailDomains: [],
  adminName: null,
  adminEmail: null,
  status: 'active',
  statusReason: null,
  readiness: 90,
  mailState: 'active',
  signOnState: 'not_configured',
  paymentState: 'degraded',
  giftState: 'draft',
  printState: 'disabled',
  domainVerifiedAt: null,
  deleteAfter: null,
  labels: { organisationId: 'Acme Group' },
  ...more,
})

/** Creates a platform with one store, `/stores/5`, which saves changes and rejects old versions. */
export function createStorePlatform(
  more: object = {},
): MemoryPlatform & { store: () => AnyRecord } {
  const platform = createMemoryPlatform()
  let store = buildStore(more)
  const setReply = (path: string, body: unknown) =>
    platform.replies.set(`GET ${path}`, { status: 200, body })
  const write =
    (change: (request: RequestOptions) => object) =>
    (request: RequestOptions): { status: number; body: unknown } => {
      if (request.ifMatch !== store.version)
        return {
          status: 409,
          body: { status: 409, code: 'conflict', title: 'Changed', current: store },
        }
      store = { ...store, ...change(request), version: store.version + 1 }
      return { status: 200, body: store }
    }
  platform.replies.set('GET /stores/5', () => ({ status: 200, body: store }))
  platform.replies.set(
    'PATCH /stores/5',
    write(({ body }) => Object(body)),
  )
  platform.replies.set(
    'DELETE /stores/5/deletion',
    write(() => ({ deleteAfter: null })),
  )
  setReply('/storeDefaults/1', storeDefaultsRecord)
  setReply('/stores/5/readiness', {
    percent: 100,
    checks: readinessKeys.map((key) => ({ key, ok: true, detail: null })),
  })
  setReply('/stores/5/figures', emptyMetrics)
  setReply('/stores/5/credits', { range: emptyMetrics.range, units: [] })
  setReply('/creditEntries', { data: [], page: emptyPage })
  setReply('/stores/5/integrations', {
    data: integrationKinds.map((kind) => ({
      kind,
      state: store[integrationsByKind[kind].field],
      message: null,
      checkedAt: null,
    })),
  })
  setReply('/logEntries', { data: [], page: emptyPage })
  setReply('/stores/5/uses', { data: [] })
  setReply('/stores/5/domain', { domain: null, verifiedAt: null, problem: null, records: [] })
  setReply('/members', { data: [], page: emptyPage })
  setReply('/memberGroups', { data: [], page: emptyPage })
  // Extends the same object, because the platform's functions close over it.
  return Object.assign(platform, { store: () => store })
}
