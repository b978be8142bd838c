import { catalogs } from '#shared/areas/catalog/catalogs.ts'
import { categories } from '#shared/areas/catalog/categories.ts'
import { products } from '#shared/areas/catalog/products.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { insertCatalogs } from './seed/catalog.ts'

export const catalogArea = defineArea({
  name: 'catalog',
  resources: [catalogs, categories, products],
  seed: { beforeStores: insertCatalogs },
})

// What the demo data is made from.
export { generateProducts } from './seed/products.ts'
export type { ProductOptions } from './seed/products.ts'
