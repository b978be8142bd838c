import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Field } from '#shared/engine/fields/fields.ts'
import { allWrites } from '#shared/engine/resourceOptions.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { resources } from '#shared/areas/index.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import { splitSecrets } from '#server/platform/core/records/secrets.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'

/** Builds a valid value of a field. Texts are random. */
export function buildSampleValue(field: Field): unknown {
  const { kind, max = 40, options } = field
  switch (kind) {
    case 'text':
      return buildTexts().find((text) => !validateField(field, text)) ?? randomUUID().slice(0, max)
    case 'longText':
      return `${randomUUID()}\n${randomUUID()}`
    case 'list':
      if (options) return options.slice(0, 2).map(({ value }) => value)
      return field.required || field.requiredWhile
        ? buildTexts()
            .filter((text) => !validateField(field, [text]))
            .slice(0, 1)
        : []
    case 'reference':
      return field.required ? (referenceIds.get(field.target?.name ?? '') ?? 1) : null
    case 'references':
      // The first account exists on every platform.
      return field.required && field.target?.name === 'users' ? [1] : []
    case 'money':
      return 1250
    case 'date':
      return '2026-01-31'
    case 'secret':
      return field.required ? randomUUID().slice(0, max) : null
    case 'file':
    case 'image':
      // Inserted rows refer to no existing file.
      return field.required ? 1 : null
    case 'instant':
      return '2026-01-01T00:00:00.000Z'
    case 'colour':
      // Text must be readable on the other colors, because stores reject other pairs.
      return /^text/i.test(field.label) ? '#ffffff' : `#0030${randomUUID().slice(0, 2)}`
    case 'integer':
      return Math.max(7, field.min ?? 0)
    case 'decimal':
      return 12.5
    case 'toggle':
      return true
    case 'select':
      return options?.[0]?.value
  }
}

/** Builds texts of several shapes, for the patterns of fields. */
function buildTexts(): string[] {
  const one = randomUUID()
  return [
    one.slice(0, 8),
    `a_${one.slice(0, 8)}`,
    `${one}@example.com`,
    `${one}.example.com`,
    `https://example.com/${one}`,
    `com.example.a${one.slice(0, 8)}`,
    one.replaceAll('-', '').slice(0, 10).toUpperCase(),
  ]
}

/** The IDs of records for required references, by resource name. */
const referenceIds = new Map<string, number>()

/** Inserts the records that a resource's required references need, so that samples are valid. */
export async function insertReferences(
  platform: TestPlatform,
  { fields }: Resource,
): Promise<void> {
  for (const { kind, required, target: to } of Object.values(fields)) {
    const target = kind === 'reference' && required && to ? getResource(to.name) : undefined
    if (!target) continue
    await insertReferences(platform, target)
    const [record] = await insertRows(platform, target, [buildSampleValues(target)])
    referenceIds.set(target.name, record?.id ?? 0)
  }
}

/**
 * Checks if a resource has one record, one per store, or one per option of a field. Tests of its
 * area cover it, with values that fit together.
 */
const isSingleton = ({ name: resource, api: { unique }, fields, relations: { scope } }: Resource) =>
  resource === 'cognitoSetup' ||
  unique.some(
    ([name = '', ...more]) =>
      more.length === 0 && (name === scope || fields[name]?.kind === 'select'),
  )

/**
 * Resources whose records a generic test must not create and delete: accounts, because the test
 * itself uses one, and theme versions, because their package decides their values.
 */
const protectedResources = ['users', 'userGroups', 'themeVersions']
export const mutableResources = resources.filter(
  (resource) => !protectedResources.includes(resource.name) && !isSingleton(resource),
)

/** Resources whose records depend on rows of others, so that a generic test can't insert one. */
const derivedResources = [
  'creditLiabilities',
  'paymentAttempts',
  'disputes',
  'paymentRefunds',
  'incidents',
  'attentionItems',
  'deadlines',
  'alertDeliveries',
  'scheduledChanges',
]
export const isInsertable = (resource: Resource) =>
  !derivedResources.includes(resource.name) && !isSingleton(resource)

/** The resources that support every generic write. */
export const fullyWritableResources = mutableResources.filter(
  ({ api: { writes } }) => writes.length === allWrites.length,
)

/** Values that depend on other fields of their record, by resource. */
const dependentSamples: Readonly<Record<string, Record<string, unknown>>> = {
  // Only a Slack app has a channel, and the sample sends email.
  alertChannels: { slackChannel: null },
  alertRules: {
    firstEscalationMinutes: null,
    secondEscalationMinutes: null,
    thirdEscalationMinutes: null,
    // A filter names fields of stores.
    storeFilter: null,
  },
  // Rules name user groups that exist.
  signInProviders: { groupRules: null },
  onCallOverrides: { endsAt: '2026-01-02T00:00:00.000Z', userId: 1 },
}

/** Builds the values of a new record. Leaves out the position, so that the record goes last. */
export const buildSampleValues = ({
  name: resource,
  fields,
  list: { position },
}: Resource): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      name === position ? null : buildSampleValue(field),
    ]),
  ),
  ...dependentSamples[resource],
})

/**
 * Builds the required columns of a row that a trigger or a call of its own fills, which doesn't run
 * for inserted rows. Unique ones are random.
 */
const buildWrittenColumns = (): Readonly<Record<string, Record<string, unknown>>> => ({
  apiKeys: { ownerId: 1, suffix: 'abcd', status: 'active', hash: randomUUID() },
  orders: { member: '–' },
  paymentAttempts: { member: '–' },
  disputes: { setupId: 1, changedAt: '2026-01-01T00:00:00.000Z' },
  paymentRefunds: { chargeId: 1 },
  webhookDeliveries: {
    event: 'ping',
    subscriptionId: 1,
    happenedAt: '2026-01-01T00:00:00.000Z',
    status: 'delivered',
    body: randomUUID(),
  },
})

/** The logs are read through views, which can't be written. */
const tablesByView: Record<string, string> = { logEntries: 'audit', platformLogEntries: 'audit' }
export const getTableName = ({ name }: Resource): string => tablesByView[name] ?? name

/** Inserts rows directly into a resource's table. */
export async function insertRows(
  { platform }: TestPlatform,
  resource: Resource,
  rows: Record<string, unknown>[],
): Promise<AnyRecord[]> {
  const at = platform.now().toISOString()
  const stamp = {
    ...(!resource.api.appendOnly && {
      createdAt: at,
      createdBy: 'test',
      updatedAt: at,
      updatedBy: 'test',
    }),
  }
  if (rows.length === 0) return []
  const inserted = await platform.db.transaction().execute(async (trx) => {
    // Turns off foreign keys, because the records that the rows refer to don't exist.
    await sql`set local session_replication_role = replica`.execute(trx)
    return withRecordTables(trx)
      .insertInto(getTableName(resource))
      .values(
        rows.map((row) => ({
          ...stamp,
          ...buildWrittenColumns()[resource.name],
          ...splitSecrets(resource, row).plain,
        })),
      )
      .returningAll()
      .execute()
  })
  return inserted as AnyRecord[] // Every table of records has a stamp.
}

/** Empties a resource's table. */
export const clearTable = ({ platform }: TestPlatform, resource: Resource) =>
  platform.db.transaction().execute(async (trx) => {
    // Turns off the triggers that prevent deletion.
    await sql`set local session_replication_role = replica`.execute(trx)
    await withRecordTables(trx).deleteFrom(getTableName(resource)).execute()
  })
