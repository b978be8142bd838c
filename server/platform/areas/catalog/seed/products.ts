import type { products as definition } from '#shared/areas/catalog/products.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'
import { pick, sameRandom, whole } from '#server/platform/demoData/random.ts'
import type { Random } from '#server/platform/demoData/random.ts'
import { lines, words } from '#server/platform/demoData/words.ts'

export type Catalogue = {
  sizes: readonly { id: number; group: string }[]
  colors: readonly number[]
  values: readonly { id: number; attribute: string; code: string }[]
  categories: readonly { id: number; code: string }[]
}

export type ProductRow = ValuesOf<typeof definition>

/** Code, category, groups of sizes (parted by a slash, - for none), materials, further attributes, name. */
const kinds = lines(`
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
    words(line)
  const parts = (text: string) => text.split('/')
  return {
    code,
    category,
    groups: groups === '-' ? [] : parts(groups),
    materials: parts(materials),
    attributes: parts(attributes),
    name: name.join(' '),
  }
})

type Kind = (typeof kinds)[number]

/** Most stores have most kinds; the first colors are the ones most liked. */
export function* productsOf(
  { seed, index }: { seed: number; index: number },
  store: { id: number; name: string },
  catalogue: Catalogue,
): Generator<ProductRow> {
  const random = sameRandom(seed, 3, index)
  const [brand = store.name] = words(store.name)
  for (const kind of kinds) {
    if (random() < 0.2) continue
    yield {
      name: `${brand} ${kind.name}`,
      code: `${kind.code}-${whole(random, 100, 999)}`,
      storeId: store.id,
      categoryId: catalogue.categories.find(({ code }) => code === kind.category)?.id ?? null,
      sizeIds: kind.groups.flatMap((group) => run(random, catalogue, group)),
      colorIds: several(random, catalogue.colors, whole(random, 1, 5)),
      valueIds: valuesOf(random, kind, catalogue),
      active: random() < 0.95,
    }
  }
}

function run(random: Random, { sizes }: Catalogue, group: string): number[] {
  const ids = sizes.flatMap((size) => (size.group === group ? [size.id] : []))
  return ids.slice(0, Math.max(1, ids.length - whole(random, 0, 2)))
}

function several(random: Random, ids: readonly number[], count: number): number[] {
  if (ids.length === 0) return []
  return [...new Set(Array.from({ length: count }, () => pick(random, ids, 1.5)))]
}

function valuesOf(random: Random, { materials, attributes }: Kind, { values }: Catalogue) {
  const material = pick(random, materials)
  const of = (attribute: string) => values.filter((value) => value.attribute === attribute)
  const chosen = attributes.flatMap((attribute) =>
    of(attribute).length > 0 ? [pick(random, of(attribute), 1.3).id] : [],
  )
  return [...of('material').flatMap(({ id, code }) => (code === material ? [id] : [])), ...chosen]
}
