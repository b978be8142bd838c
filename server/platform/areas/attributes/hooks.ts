import { sql } from 'kysely'
import { attributeTypesWithValues } from '#shared/areas/attributes/attributes.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import { attributeMessages } from './messages.ts'

const valueTypes: readonly unknown[] = attributeTypesWithValues

export const attributeHooks: ResourceHooks = {
  validate({ type }, { before }) {
    const count = Number(before?.['subAttributes'] ?? 0)
    if (type === undefined || valueTypes.includes(type) || count === 0) return {}
    return { type: attributeMessages.typeHasValues(count) }
  },
}

export const attributeValueHooks: ResourceHooks = {
  async validate({ attributeId }, { connection }) {
    if (attributeId === undefined) return {}
    const { rows } = await sql<{ type: string }>`
      select type from attributes where id = ${attributeId}`.execute(connection)
    const [attribute] = rows
    if (!attribute || valueTypes.includes(attribute.type)) return {}
    // Report it at a field that every form of a value has: the URL may set the attribute.
    return { label: attributeMessages.noValues }
  },
}
