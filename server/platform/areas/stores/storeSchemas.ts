import { readinessKeys } from '#shared/areas/stores/readiness/readinessChecks.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { deletionFields, statusFields } from '#shared/areas/stores/status/storeStatusCalls.ts'
import { storeSectionNames } from '#shared/areas/stores/storeSections.ts'
import { sharedSetupKinds } from '#shared/areas/stores/storeSetupCalls.ts'
import { storeIntegrationKinds } from '#shared/engine/integrations/mendingAddress.ts'
import { integrationStates } from '#shared/areas/stores/status/storeStates.ts'
import { compared, daily, range } from '../dashboard/dashboardSchema.ts'
import { instant, listOf, orNull, text, whole } from '#server/platform/core/http/schema.ts'
import { object, propertiesOf, recordSchemas } from '#server/platform/core/http/schemas.ts'

const yesOrNo = { type: 'boolean' }
const dnsRecord = { type: { type: 'string', enum: ['CNAME', 'TXT'] }, name: text, value: text }

/** The shapes of the calls of stores (shared/areas/stores/, the files named ...Calls.ts). */
export const storeSchemas = {
  record: recordSchemas(stores).record,
  availability: object({ available: yesOrNo, message: orNull(text) }),
  statusChange: object(propertiesOf(statusFields), ['change']),
  deletion: object(propertiesOf(deletionFields), ['code']),
  duplicate: object({
    values: { type: 'object' },
    sections: listOf({ type: 'string', enum: storeSectionNames }),
  }),
  readiness: object({
    percent: whole,
    checks: listOf(
      object(
        {
          key: { type: 'string', enum: readinessKeys },
          ok: yesOrNo,
          detail: orNull(text),
          fix: text,
          warning: text,
        },
        ['key', 'ok', 'detail'],
      ),
    ),
  }),
  domain: object({
    domain: orNull(text),
    verifiedAt: orNull(instant),
    problem: orNull(text),
    records: listOf(object(dnsRecord)),
  }),
  verification: object({
    verifiedAt: orNull(instant),
    problem: orNull(text),
    records: listOf(
      object({ ...dnsRecord, found: yesOrNo, seen: listOf(text), problem: orNull(text) }),
    ),
  }),
  figures: object({
    range,
    before: range,
    currency: text,
    unit: text,
    orders: compared,
    revenue: compared,
    paymentsFailed: compared,
    paymentsRecovered: compared,
    creditsIssued: compared,
    creditsRedeemed: compared,
    giftCardsSent: compared,
    giftCardsFailed: compared,
    mailSent: compared,
    mailFailed: compared,
    members: object({ all: whole, joined: compared }),
    ordersByDay: daily,
  }),
  credits: object({
    range,
    units: listOf(
      object({
        unit: text,
        outstanding: whole,
        issued: whole,
        redeemed: whole,
        expired: whole,
        expiring: whole,
      }),
    ),
  }),
  integrations: object({
    data: listOf(
      object({
        kind: { type: 'string', enum: storeIntegrationKinds },
        state: { type: 'string', enum: Object.keys(integrationStates) },
        message: orNull(text),
        checkedAt: orNull(instant),
        to: text,
      }),
    ),
  }),
  admin: object({ account: orNull(object({ id: whole, email: text, status: text })) }),
  setupOffers: object({
    data: listOf(
      object({
        kind: { type: 'string', enum: sharedSetupKinds },
        id: whole,
        name: text,
        state: text,
        mode: orNull(text),
      }),
    ),
  }),
}
