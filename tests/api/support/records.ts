import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Field } from '#shared/engine/fields/fields.ts'
import { allWrites } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { resources } from '#shared/areas/index.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import { splitSecrets } from '#server/platform/core/records/secrets.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'

/** A value that the field takes, hardly the same twice where it is a text. */
export function sampleValue(field: Field): unknown {
  const { kind, max = 40, options } = field
  switch (kind) {
    case 'text':
      return texts().find((text) => !validateField(field, text)) ?? randomUUID().slice(0, max)
    case 'longText':
      return `${randomUUID()}\n${randomUUID()}`
    case 'list':
      if (options) return options.slice(0, 2).map(({ value }) => value)
      return field.required
        ? texts()
            .filter((text) => !validateField(field, [text]))
            .slice(0, 1)
        : []
    case 'reference':
      return field.required ? (referred.get(field.target?.name ?? '') ?? 1) : null
    case 'references':
      return []
    case 'money':
      return 1250
    case 'date':
      return '2026-01-31'
    case 'secret':
      return field.required ? randomUUID().slice(0, max) : null
    case 'file':
    case 'image':
      // Rows that are put into tables lead nowhere.
      return field.required ? 1 : null
    case 'instant':
      return '2026-01-01T00:00:00.000Z'
    case 'colour':
      // Text can be read on any of the others: stores are refused pairs that cannot.
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

/** Texts of several shapes, for the patterns fields have. */
function texts(): string[] {
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

/** The ids of records that required references may lead to, by the name of their resource. */
const referred = new Map<string, number>()

/** Makes what the required references of a resource lead to, so that its sample values can be written. */
export async function insertReferred(platform: TestPlatform, { fields }: Resource): Promise<void> {
  for (const { kind, required, target: to } of Object.values(fields)) {
    const target = kind === 'reference' && required && to ? getResource(to.name) : undefined
    if (!target) continue
    await insertReferred(platform, target)
    const [record] = await insertRows(platform, target, [sampleValues(target)])
    referred.set(target.name, record?.id ?? 0)
  }
}

/** Of whose records there is one, one a store, or one for each choice of a field: its area tests them, with values that belong together. */
const isOneOfEach = ({ name: resource, unique, fields, scope }: Resource) =>
  resource === 'cognitoSetup' ||
  unique.some(
    ([name = '', ...more]) =>
      more.length === 0 && (name === scope || fields[name]?.kind === 'select'),
  )

/**
 * Whose records a test may make and take away: not those by which it calls itself, and no versions of themes, which are what their
 * package says (tests/api/areas/themes/themeVersions.test.ts).
 */
const kept = ['users', 'userGroups', 'themeVersions']
export const free = resources.filter(
  (resource) => !kept.includes(resource.name) && !isOneOfEach(resource),
)

/** Resources whose records are sums, or hang on rows of others, so that a test cannot just insert one: tests of their areas do. */
const sums = ['creditLiabilities', 'paymentAttempts', 'incidents', 'attentionItems']
export const isStored = (resource: Resource) =>
  !sums.includes(resource.name) && !isOneOfEach(resource)

/** The resources of these that every write of the generic calls is offered for. */
export const writable = free.filter(({ writes }) => writes.length === allWrites.length)

/** The values of a new record with every field filled, save the position: it then goes to the end. */
export const sampleValues = ({ fields, position }: Resource): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      name === position ? null : sampleValue(field),
    ]),
  )

/** Puts rows into a table behind the API's back, for lists to find. */
export async function insertRows(
  { platform }: TestPlatform,
  resource: Resource,
  rows: Record<string, unknown>[],
): Promise<AnyRecord[]> {
  const at = platform.now().toISOString()
  const stamp = resource.appendOnly
    ? {}
    : { createdAt: at, createdBy: 'test', updatedAt: at, updatedBy: 'test' }
  if (rows.length === 0) return []
  const inserted = await platform.db.transaction().execute(async (trx) => {
    // What the rows refer to is not there, and lists do not mind.
    await sql`set local session_replication_role = replica`.execute(trx)
    return withRecordTables(trx)
      .insertInto(resource.name)
      .values(rows.map((row) => ({ ...stamp, ...splitSecrets(resource, row).plain })))
      .returningAll()
      .execute()
  })
  return inserted as AnyRecord[] // Every table of records has a stamp.
}

/** Empties a resource's table. */
export const clear = ({ platform }: TestPlatform, resource: Resource) =>
  platform.db.transaction().execute(async (trx) => {
    // What refuses to be deleted is not asked.
    await sql`set local session_replication_role = replica`.execute(trx)
    await withRecordTables(trx).deleteFrom(resource.name).execute()
  })
