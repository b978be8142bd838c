import { readinessKeys } from '#shared/areas/stores/readiness/readinessChecks.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { deletionFields, statusFields } from '#shared/areas/stores/status/storeStatusCalls.ts'
import { storeCopySectionNames } from '#shared/areas/stores/storeCopySections.ts'
import { sharedSetupKinds } from '#shared/areas/stores/storeSetupCalls.ts'
import { storeIntegrationKinds } from '#shared/engine/integrations/fixUrl.ts'
import { integrationStates } from '#shared/areas/stores/status/storeStates.ts'
import {
  metricComparisonSchema,
  dailyMetricSchema,
  dayRangeSchema,
} from './figures/figureSchemas.ts'
import {
  instantSchema,
  arraySchema,
  nullableSchema,
  stringSchema,
  integerSchema,
} from '#server/platform/core/http/schema.ts'
import {
  toSchemaProperties,
  buildRecordSchemas,
} from '#server/platform/core/records/recordSchemas.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'

const booleanSchema = { type: 'boolean' }
const dnsRecordProperties = {
  type: { type: 'string', enum: ['CNAME', 'TXT'] },
  name: stringSchema,
  value: stringSchema,
}

/** The schemas of the calls of stores (shared/areas/stores/, the files named ...Calls.ts). */
export const storeSchemas = {
  record: buildRecordSchemas(stores).record,
  availability: objectSchema({ available: booleanSchema, message: nullableSchema(stringSchema) }),
  statusChange: objectSchema(toSchemaProperties(statusFields), ['change']),
  deletion: objectSchema(toSchemaProperties(deletionFields), ['code']),
  duplicate: objectSchema({
    values: { type: 'object' },
    sections: arraySchema({ type: 'string', enum: storeCopySectionNames }),
  }),
  readiness: objectSchema({
    percent: integerSchema,
    checks: arraySchema(
      objectSchema(
        {
          key: { type: 'string', enum: readinessKeys },
          ok: booleanSchema,
          detail: nullableSchema(stringSchema),
          fix: stringSchema,
          warning: stringSchema,
        },
        ['key', 'ok', 'detail'],
      ),
    ),
  }),
  domain: objectSchema({
    domain: nullableSchema(stringSchema),
    verifiedAt: nullableSchema(instantSchema),
    problem: nullableSchema(stringSchema),
    records: arraySchema(objectSchema(dnsRecordProperties)),
  }),
  verification: objectSchema({
    verifiedAt: nullableSchema(instantSchema),
    problem: nullableSchema(stringSchema),
    records: arraySchema(
      objectSchema({
        ...dnsRecordProperties,
        found: booleanSchema,
        seen: arraySchema(stringSchema),
        problem: nullableSchema(stringSchema),
      }),
    ),
  }),
  figures: objectSchema({
    range: dayRangeSchema,
    before: dayRangeSchema,
    currency: stringSchema,
    unit: stringSchema,
    orders: metricComparisonSchema,
    revenue: metricComparisonSchema,
    paymentsFailed: metricComparisonSchema,
    paymentsRecovered: metricComparisonSchema,
    creditsIssued: metricComparisonSchema,
    creditsRedeemed: metricComparisonSchema,
    giftCardsSent: metricComparisonSchema,
    giftCardsFailed: metricComparisonSchema,
    mailSent: metricComparisonSchema,
    mailFailed: metricComparisonSchema,
    members: objectSchema({ all: integerSchema, joined: metricComparisonSchema }),
    ordersByDay: dailyMetricSchema,
  }),
  credits: objectSchema({
    range: dayRangeSchema,
    units: arraySchema(
      objectSchema({
        unit: stringSchema,
        outstanding: integerSchema,
        issued: integerSchema,
        redeemed: integerSchema,
        expired: integerSchema,
        expiring: integerSchema,
      }),
    ),
  }),
  integrations: objectSchema({
    data: arraySchema(
      objectSchema({
        kind: { type: 'string', enum: storeIntegrationKinds },
        state: { type: 'string', enum: Object.keys(integrationStates) },
        message: nullableSchema(stringSchema),
        checkedAt: nullableSchema(instantSchema),
        to: stringSchema,
      }),
    ),
  }),
  admin: objectSchema({
    account: nullableSchema(
      objectSchema({ id: integerSchema, email: stringSchema, status: stringSchema }),
    ),
  }),
  setupOffers: objectSchema({
    data: arraySchema(
      objectSchema({
        kind: { type: 'string', enum: sharedSetupKinds },
        id: integerSchema,
        name: stringSchema,
        state: stringSchema,
        mode: nullableSchema(stringSchema),
      }),
    ),
  }),
}
