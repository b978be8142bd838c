import type { SeedContext } from '#server/platform/core/area/area.ts'
import { insertRecords } from '#server/platform/demoData/insertRecords.ts'

const catalogRows = [
  { name: 'Everyday essentials', code: 'everyday', active: true },
  { name: 'New hire kits', code: 'starter', active: true },
  { name: 'Winter gifts', code: 'winter', active: false },
]

const categoryRows = [
  { name: 'T-shirts', code: 't-shirts' },
  { name: 'Hoodies and sweaters', code: 'hoodies' },
  { name: 'Jackets', code: 'jackets' },
  { name: 'Caps and hats', code: 'caps' },
  { name: 'Shoes', code: 'shoes' },
  { name: 'Bags', code: 'bags' },
  { name: 'Drinkware', code: 'drinkware' },
  { name: 'Desk and office', code: 'desk' },
].map((category, index) => ({ ...category, position: index + 1, active: true }))

export async function insertCatalogs(context: SeedContext): Promise<void> {
  await insertRecords(context, 'catalogs', catalogRows)
  await insertRecords(context, 'categories', categoryRows)
}
