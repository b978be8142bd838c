import * as fc from 'fast-check'
import type { Field } from '#shared/engine/fields/fields.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { buildSampleValues, isInsertable, mutableResources } from '#tests/api/support/records.ts'

/** Resources with lists whose rows a test can insert. */
export const listedResources = mutableResources.filter(
  (resource) => !resource.api.single && isInsertable(resource),
)
/** Columns that the database or a chore computes, or whose values must be unique. */
const generated = [
  'primaryDomain',
  'held',
  'differsFromBlueprint',
  'failingIntegrations',
  'changedFields',
  'missing',
  'attentionIds',
  'openAlerts',
  'domainVerified',
  'body',
  'fault',
  'reverses',
  'hue',
  'stores',
  'scope',
  'sent24h',
  'failed24h',
  'waiting',
  'sentThisMonth',
]
export const uniqueFields = ({ api: { unique } }: Resource) => new Set(unique.flat())

/** Labels of the records that a resource's references can name, by resource and ID. */
export type Targets = ReadonlyMap<string, ReadonlyMap<number, string>>

/** Picks from few values, so ties are common; includes null if the field can be empty. */
function randomValue(field: Field, targets: Targets | null): fc.Arbitrary<unknown> {
  const valuesByKind: Record<Field['kind'], () => fc.Arbitrary<unknown>> = {
    text: () => fc.constantFrom('a', 'B', 'b', 'Ä', 'zz', 'Zz', '%', '😀'),
    colour: () => fc.constantFrom('#000000', '#FFFFFF', '#ffffff'),
    integer: () => fc.integer({ min: 1, max: 4 }),
    decimal: () => fc.constantFrom(0, 0.1, 0.11, 99.5),
    toggle: () => fc.boolean(),
    select: () => fc.constantFrom(...options),
    longText: () => fc.constantFrom('a\nb', 'B'),
    list: () => fc.subarray(options.length > 0 ? options : ['a', 'b']),
    reference: () => fc.constantFrom(...ids),
    references: () => fc.subarray([1, 2, 3]),
    money: () => fc.constantFrom(-1, 0, 99, Number.MAX_SAFE_INTEGER),
    date: () => fc.constantFrom('2026-01-31', '2026-02-01'),
    secret: () => fc.constant(null),
    file: () => fc.constant(null),
    image: () => fc.constant(null),
    instant: () => fc.constantFrom('2026-01-01T00:00:00.001Z', '2026-01-01T00:00:00.002Z'),
  }
  const options = (field.options ?? []).map(({ value }) => value)
  const known = targets && [...(targets.get(field.target?.name ?? '')?.keys() ?? [])]
  const ids = known === null ? [1, 2, 3] : known.length > 0 ? known : [null]
  const value = valuesByKind[field.kind]()
  return field.required || Array.isArray(getKind(field).emptyValue) ? value : fc.option(value)
}

/**
 * Rows of a resource with few different values, empty ones, and stamps. References name these
 * targets, or any of the IDs 1 to 3.
 */
export function randomRows(
  resource: Resource,
  targets: Targets | null = null,
  size: { minLength?: number; maxLength: number } = { maxLength: 14 },
): fc.Arbitrary<Record<string, unknown>[]> {
  /** Whether it's unique only together with others, which are random. */
  const isPartlyUnique = (name: string) =>
    resource.api.unique.every((names) => names.length > 1 || !names.includes(name))
  const free = Object.entries({ ...resource.fields, ...resource.derived }).filter(
    ([name, { kind }]) =>
      (!uniqueFields(resource).has(name) ||
        (targets !== null && kind === 'reference' && isPartlyUnique(name))) &&
      !generated.includes(name),
  )
  const stamp = fc.record({
    createdAt: fc.constantFrom('2026-01-01T00:00:00.001Z', '2026-01-01T00:00:00.002Z'),
    createdBy: fc.constantFrom('a@example.com', 'B@example.com'),
  })
  const own = fc.record(
    Object.fromEntries(free.map(([name, field]) => [name, randomValue(field, targets)])),
  )
  return fc.array(
    fc
      .tuple(own, resource.api.appendOnly ? fc.constant({}) : stamp)
      .map(([own, stamp]) => ({ ...buildSampleValues(resource), ...own, ...stamp })),
    size,
  )
}

/** Returns the record as a list shows it now: some statuses depend on the time. */
export function toCurrentRecord({ name }: Resource, record: AnyRecord, now: Date): AnyRecord {
  if (name !== 'stickers' && name !== 'giftCardTemplates') return record
  const { active, paused, startsAt, endsAt } = record
  const getTime = (value: unknown) => new Date(String(value)).getTime()
  const runningStatus =
    startsAt !== null && getTime(startsAt) > now.getTime() ? 'scheduled' : 'live'
  const isOver = endsAt !== null && getTime(endsAt) <= now.getTime()
  const status = paused ? 'paused' : isOver ? 'ended' : runningStatus
  return { ...record, status: active ? status : 'off' }
}

/**
 * Columns that a list computes anew, from other records or the time, so that inserted values don't
 * stay.
 */
export const computedColumns = [
  'apiKeys.rotatedUntil',
  'apiKeys.status',
  'onCallRotations.currentUserId',
  'onCallRotations.nextAt',
  'onCallRotations.nextUserId',
]
