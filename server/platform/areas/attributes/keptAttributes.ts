import { sql } from 'kysely'
import { attributes, typesWithValues } from '#shared/areas/attributes/attributes.ts'
import { subAttributes } from '#shared/areas/attributes/subAttributes.ts'
import type { Consequence, Kept } from '#server/platform/core/records/settled.ts'
import { attributeMessages } from './messages.ts'

const withValues: readonly unknown[] = typesWithValues

const attributeConsequence: Consequence = {
  wrong({ type }, { before }) {
    const count = Number(before?.['subAttributes'] ?? 0)
    if (type === undefined || withValues.includes(type) || count === 0) return {}
    return { type: attributeMessages.typeHasValues(count) }
  },
  settle: () => Promise.resolve(),
}

const valueConsequence: Consequence = {
  async wrong({ attributeId }, { connection }) {
    if (attributeId === undefined) return {}
    const { rows } = await sql<{ type: string }>`
      select type from attributes where id = ${attributeId}`.execute(connection)
    const [attribute] = rows
    if (!attribute || withValues.includes(attribute.type)) return {}
    // At the field that every form of a value has: which attribute it is of is said by the address.
    return { label: attributeMessages.noValues }
  },
  settle: () => Promise.resolve(),
}

export const keptAttributes: readonly Kept[] = [
  { ...attributes, consequence: attributeConsequence, dependents: [] },
  { ...subAttributes, consequence: valueConsequence, dependents: [] },
]
