import type { RequestOptions } from '#shared/engine/api.ts'
import { readinessKeys } from '#shared/areas/stores/readiness/readinessChecks.ts'
import {
  integrationKinds,
  integrationsByKind,
} from '#shared/engine/integrations/integrationKinds.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { memoryPlatform, stamp } from './memoryPlatform.ts'
import type { MemoryPlatform } from './memoryPlatform.ts'

const joined = { now: 0, before: 0 }

/** What the platform answers of a store that nothing has happened in yet, by the part of its path. */
export const noFigures = {
  range: { from: '2025-02-08', to: '2025-03-09' },
  before: { from: '2025-01-09', to: '2025-02-07' },
  currency: 'EUR',
  unit: 'points',
  orders: joined,
  revenue: joined,
  paymentsFailed: joined,
  paymentsRecovered: joined,
  creditsIssued: joined,
  creditsRedeemed: joined,
  giftCardsSent: joined,
  giftCardsFailed: joined,
  mailSent: joined,
  mailFailed: joined,
  members: { all: 0, joined },
  ordersByDay: { now: Array<number>(30).fill(0), before: Array<number>(30).fill(0) },
}

export const noPage = { next: null, previous: null, total: 0, totalIsCapped: false }

/** What stores inherit. */
export const defaultsRecord: AnyRecord = {
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

/** A store as the platform keeps it. */
export const storeRecord = (more: object = {}): AnyRecord => ({
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

/** A platform with one store, `/stores/5`, that keeps what is changed, and refuses a change of an older version. */
export function storePlatform(more: object = {}): MemoryPlatform & { store: () => AnyRecord } {
  const platform = memoryPlatform()
  let store = storeRecord(more)
  const ok = (path: string, body: unknown) =>
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
  ok('/storeDefaults/1', defaultsRecord)
  ok('/stores/5/readiness', {
    percent: 100,
    checks: readinessKeys.map((key) => ({ key, ok: true, detail: null })),
  })
  ok('/stores/5/figures', noFigures)
  ok('/stores/5/credits', { range: noFigures.range, units: [] })
  ok('/creditEntries', { data: [], page: noPage })
  ok('/stores/5/integrations', {
    data: integrationKinds.map((kind) => ({
      kind,
      state: store[integrationsByKind[kind].field],
      message: null,
      checkedAt: null,
    })),
  })
  ok('/logEntries', { data: [], page: noPage })
  ok('/stores/5/uses', { data: [] })
  ok('/stores/5/domain', { domain: null, verifiedAt: null, problem: null, records: [] })
  ok('/members', { data: [], page: noPage })
  ok('/memberGroups', { data: [], page: noPage })
  // The platform's own functions stay: only what tells of the store is added.
  return Object.assign(platform, { store: () => store })
}
