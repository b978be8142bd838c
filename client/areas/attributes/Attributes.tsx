import { attributes, attributeTypesWithValues } from '#shared/areas/attributes/attributes.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { createListScreen } from '#client/frame/index.ts'
import { Link } from '#client/ui/Link.tsx'
import { attributesMessages } from './messages.ts'

const valueTypes: readonly unknown[] = attributeTypesWithValues

/** Shows how many values an attribute has, with a link to them. */
function renderValueCount({ id, label, type, subAttributes }: AnyRecord) {
  if (!valueTypes.includes(type)) return null
  const count = Number(subAttributes ?? 0)
  return (
    <Link
      to={`/attributes/${id}/subAttributes`}
      aria-label={attributesMessages.values(count, String(label))}
    >
      {formatNumber(count)}
    </Link>
  )
}

/** Attributes: the generic list, with links to the values (screens.md, Attributes). */
export const { loader, action, Component, panels } = createListScreen(attributes, {
  cells: { subAttributes: renderValueCount },
})
