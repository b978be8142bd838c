import { attributeTypes, attributeTypesWithValues } from '#shared/areas/attributes/attributes.ts'
import { formatNumber } from '#shared/format/numbers.ts'

const valueTypeNames = new Intl.ListFormat('en', { type: 'disjunction' }).format(
  attributeTypesWithValues.map((type) => `"${attributeTypes[type]}"`),
)

export const attributeMessages = {
  typeHasValues: (values: number) =>
    values === 1
      ? `The attribute has 1 value, so its type must be ${valueTypeNames}.`
      : `The attribute has ${formatNumber(values)} values, so its type must be ${valueTypeNames}.`,
  noValues: `Only attributes with the type ${valueTypeNames} can have values. Choose another attribute.`,
} as const
