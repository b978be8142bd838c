import type { products as definition } from '#shared/areas/catalog/products.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'
import { pickRandom, createRandom, pickInteger } from '#server/platform/demoData/random.ts'
import type { RandomSource } from '#server/platform/demoData/random.ts'
import { parseLines, parseWords } from '#server/platform/demoData/text.ts'

export type ProductOptions = {
  sizes: readonly { id: number; group: string }[]
  colors: readonly number[]
  values: readonly { id: number; attribute: string; code: string }[]
  categories: readonly { id: number; code: string }[]
}

type ProductRow = ValuesOf<typeof definition>

/**
 * Code, category, size groups (separated by slashes, - for none), materials, other attributes,
 * name.
 */
const productKinds = parseLines(`
  TSH t-shirts adult/youth cotton/organic-cotton/cotton-organic fit/season/care/print_method crew neck T-shirt
  POL t-shirts adult cotton/organic-cotton/recycled-polyester fit/care/print_method polo shirt
  LST t-shirts adult organic-cotton/cotton fit/season/care long-sleeve T-shirt
  HOD hoodies adult cotton/fleece/recycled-polyester fit/season/print_method/trim zip hoodie
  SWT hoodies adult/youth cotton/organic-cotton/cotton-organic fit/season sweatshirt
  FLV jackets adult fleece/recycled-polyester season/trim fleece vest
  RJK jackets adult/youth recycled-polyester/polyester season/trim/care rain jacket
  SJK jackets adult recycled-polyester/polyester season/trim softshell jacket
  CAP caps one_size cotton/canvas print_method/season baseball cap
  HAT caps one_size wool/recycled-polyester season/print_method knit hat
  SNK shoes footwear_eu canvas/leather season canvas sneaker
  BOT shoes footwear_eu/footwear_us leather season work boot
  TOT bags one_size canvas/organic-cotton/cotton-organic print_method tote bag
  RUC bags - recycled-polyester/polyester print_method/trim backpack
  MUG drinkware - ceramic/stainless-steel print_method/care mug
  BTL drinkware - stainless-steel print_method/care water bottle
  NBK desk - paper/bamboo print_method notebook
  PEN desk - bamboo/stainless-steel print_method pen`).map((line) => {
  const [code = '', category = '', groups = '', materials = '', attributes = '', ...name] =
    parseWords(line)
  const splitParts = (text: string) => text.split('/')
  return {
    code,
    category,
    groups: groups === '-' ? [] : splitParts(groups),
    materials: splitParts(materials),
    attributes: splitParts(attributes),
    name: name.join(' '),
  }
})

type ProductKind = (typeof productKinds)[number]

/**
 * Generates a store's products. Most stores have most kinds, and the first colors are the most
 * popular.
 */
export function* generateProducts(
  { seed, index }: { seed: number; index: number },
  store: { id: number; name: string },
  catalog: ProductOptions,
): Generator<ProductRow> {
  const random = createRandom(seed, 3, index)
  const [brand = store.name] = parseWords(store.name)
  for (const kind of productKinds) {
    if (random() < 0.2) continue
    yield {
      name: `${brand} ${kind.name}`,
      code: `${kind.code}-${pickInteger(random, 100, 999)}`,
      storeId: store.id,
      categoryId: catalog.categories.find(({ code }) => code === kind.category)?.id ?? null,
      sizeIds: kind.groups.flatMap((group) => pickSizeRun(random, catalog, group)),
      colorIds: pickSeveral(random, catalog.colors, pickInteger(random, 1, 5)),
      valueIds: pickAttributeValues(random, kind, catalog),
      active: random() < 0.95,
    }
  }
}

function pickSizeRun(random: RandomSource, { sizes }: ProductOptions, group: string): number[] {
  const ids = sizes.flatMap((size) => (size.group === group ? [size.id] : []))
  return ids.slice(0, Math.max(1, ids.length - pickInteger(random, 0, 2)))
}

function pickSeveral(random: RandomSource, ids: readonly number[], count: number): number[] {
  if (ids.length === 0) return []
  return [...new Set(Array.from({ length: count }, () => pickRandom(random, ids, 1.5)))]
}

function pickAttributeValues(
  random: RandomSource,
  { materials, attributes }: ProductKind,
  { values }: ProductOptions,
) {
  const material = pickRandom(random, materials)
  const getValues = (attribute: string) => values.filter((value) => value.attribute === attribute)
  const otherIds = attributes.flatMap((attribute) =>
    getValues(attribute).length > 0 ? [pickRandom(random, getValues(attribute), 1.3).id] : [],
  )
  return [
    ...getValues('material').flatMap(({ id, code }) => (code === material ? [id] : [])),
    ...otherIds,
  ]
}
