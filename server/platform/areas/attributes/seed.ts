import type { attributes as definition } from '#shared/areas/attributes/attributes.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'
import { slug } from '#server/platform/demoData/words.ts'

type Attribute = ValuesOf<typeof definition>
type Value = {
  label: string
  code: string
  swatch: string | null
  position: number
  active: boolean
}

const attribute = (
  label: string,
  code: string,
  type: Attribute['type'],
  more: Partial<Attribute> = {},
): Attribute => ({
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

const valuesOf = (labels: readonly (readonly [label: string, swatch?: string])[]): Value[] =>
  labels.map(([label, swatch = null], index) => ({
    label,
    code: slug(label),
    swatch,
    position: index + 1,
    active: true,
  }))

const named = (text: string) => valuesOf(text.split(', ').map((label) => [label] as const))

const rows: [Attribute, Value[]][] = [
  [
    attribute('Material', 'material', 'select', { required: true }),
    named(
      'Cotton, Organic cotton, Cotton (organic), Recycled polyester, Polyester, Fleece, Wool, Canvas, Leather, Stainless steel, Ceramic, Bamboo, Paper',
    ),
  ],
  [
    attribute('Fit', 'fit', 'select', { help: "Use the manufacturer's name for the fit." }),
    named('Regular, Slim, Relaxed, Oversized'),
  ],
  [
    attribute('Season', 'season', 'multiselect'),
    named('Spring, Summer, Autumn, Fall, Winter, All year'),
  ],
  [
    attribute('Care', 'care', 'multiselect', { filterable: false }),
    named(
      'Machine wash 30°, Machine wash 40°, Hand wash, Do not tumble dry, Dishwasher safe, Wipe clean',
    ),
  ],
  [
    attribute('Print method', 'print_method', 'select', { help: 'How the logo is applied.' }),
    named('Screen print, Embroidery, Direct to garment, Transfer, Laser engraving, Deboss'),
  ],
  [
    attribute('Trim', 'trim', 'colour', {
      variant: true,
      help: 'Color of zippers, cords, and linings.',
    }),
    valuesOf([
      ['Tonal', '#6B7280'],
      ['Black', '#111111'],
      ['Silver', '#C0C4CC'],
      ['Signal orange', '#F97316'],
      ['Royal blue', '#2450B5'],
    ]),
  ],
  [attribute('Weight', 'weight', 'number', { unit: 'g/m²' }), []],
  [attribute('Capacity', 'capacity', 'number', { unit: 'ml' }), []],
  [attribute('Made in', 'made_in', 'text', { required: true }), []],
  [attribute('Vegan', 'vegan', 'boolean'), []],
  [
    attribute('Supplier number', 'supplier_number', 'text', { unique: true, filterable: false }),
    [],
  ],
  [attribute('Available from', 'available_from', 'date', { filterable: false }), []],
  [
    attribute('Size chart', 'size_chart', 'file', {
      filterable: false,
      help: 'A PDF that members can open.',
    }),
    [],
  ],
]

export const attributes = rows.map(([record], index) => ({ ...record, position: index + 1 }))

export const subAttributes = (ids: readonly number[]) =>
  rows.flatMap(([, values], index) =>
    values.map((value) => ({ attributeId: ids[index] ?? 0, ...value })),
  )
