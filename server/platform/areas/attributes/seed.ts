import type { attributes as definition } from '#shared/areas/attributes/attributes.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'
import type { SeedContext } from '#server/platform/core/area/area.ts'
import { insertRecords } from '#server/platform/demoData/insertRecords.ts'
import { toSlug } from '#server/platform/demoData/text.ts'

type AttributeSeed = ValuesOf<typeof definition>
type AttributeValueSeed = {
  label: string
  code: string
  swatch: string | null
  position: number
  active: boolean
}

const createAttribute = (
  label: string,
  code: string,
  type: AttributeSeed['type'],
  more: Partial<AttributeSeed> = {},
): AttributeSeed => ({
  label,
  code,
  type,
  unit: null,
  help: null,
  required: false,
  unique: false,
  variant: false,
  filterable: true,
  position: null,
  active: true,
  ...more,
})

const createAttributeValues = (
  labels: readonly (readonly [label: string, swatch?: string])[],
): AttributeValueSeed[] =>
  labels.map(([label, swatch = null], index) => ({
    label,
    code: toSlug(label),
    swatch,
    position: index + 1,
    active: true,
  }))

const parseAttributeValues = (text: string) =>
  createAttributeValues(text.split(', ').map((label) => [label] as const))

/** Near duplicates, such as Autumn and Fall, can be merged in the demo. */
const attributesWithValues: [AttributeSeed, AttributeValueSeed[]][] = [
  [
    createAttribute('Material', 'material', 'select', { required: true }),
    parseAttributeValues(
      'Cotton, Organic cotton, Cotton (organic), Recycled polyester, Polyester, Fleece, Wool, Canvas, Leather, Stainless steel, Ceramic, Bamboo, Paper',
    ),
  ],
  [
    createAttribute('Fit', 'fit', 'select', { help: "Use the manufacturer's name for the fit." }),
    parseAttributeValues('Regular, Slim, Relaxed, Oversized'),
  ],
  [
    createAttribute('Season', 'season', 'multiselect'),
    parseAttributeValues('Spring, Summer, Autumn, Fall, Winter, All year'),
  ],
  [
    createAttribute('Care', 'care', 'multiselect', { filterable: false }),
    parseAttributeValues(
      'Machine wash 30°, Machine wash 40°, Hand wash, Do not tumble dry, Dishwasher safe, Wipe clean',
    ),
  ],
  [
    createAttribute('Print method', 'print_method', 'select', { help: 'How the logo is applied.' }),
    parseAttributeValues(
      'Screen print, Embroidery, Direct to garment, Transfer, Laser engraving, Deboss',
    ),
  ],
  [
    createAttribute('Trim', 'trim', 'colour', {
      variant: true,
      help: 'Color of zippers, cords, and linings.',
    }),
    createAttributeValues([
      ['Tonal', '#6B7280'],
      ['Black', '#111111'],
      ['Silver', '#C0C4CC'],
      ['Signal orange', '#F97316'],
      ['Royal blue', '#2450B5'],
    ]),
  ],
  [createAttribute('Weight', 'weight', 'number', { unit: 'g/m²' }), []],
  [createAttribute('Capacity', 'capacity', 'number', { unit: 'ml' }), []],
  [createAttribute('Made in', 'made_in', 'text', { required: true }), []],
  [createAttribute('Vegan', 'vegan', 'boolean'), []],
  [
    createAttribute('Supplier number', 'supplier_number', 'text', {
      unique: true,
      filterable: false,
    }),
    [],
  ],
  [createAttribute('Available from', 'available_from', 'date', { filterable: false }), []],
  [
    createAttribute('Size chart', 'size_chart', 'file', {
      filterable: false,
      help: 'A PDF that members can open.',
    }),
    [],
  ],
]

const attributeRows = attributesWithValues.map(([record], index) => ({
  ...record,
  position: index + 1,
}))

const createAttributeValueRows = (ids: readonly number[]) =>
  attributesWithValues.flatMap(([, values], index) =>
    values.map((value) => ({ attributeId: ids[index] ?? 0, ...value })),
  )

export async function insertAttributes(context: SeedContext): Promise<void> {
  const ids = await insertRecords(context, 'attributes', attributeRows)
  await insertRecords(context, 'subAttributes', createAttributeValueRows(ids))
}
