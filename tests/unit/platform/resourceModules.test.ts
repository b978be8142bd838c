import { expect, test } from 'vitest'
import { text } from '#shared/engine/fields/fields.ts'
import { getField, defineResource, getColumns } from '#shared/engine/resource.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { areas } from '#server/platform/areas/index.ts'
import { createResourceModules } from '#server/platform/core/area/resourceModules.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'

const boxes = defineResource({
  name: 'boxes',
  path: '/boxes',
  title: { one: 'box', many: 'boxes' },
  about: 'Boxes hold products.',
  permission: 'Colors',
  fields: { name: text('Name', { max: 40 }) },
  list: { columns: ['name'], search: ['name'], sort: 'name' },
  relations: { label: 'name' },
})

test("design.md, hooks: another area's run before the owner's, and their results are combined", async () => {
  const order: string[] = []
  const createHooks = (area: string): ResourceHooks => ({
    assertEditable: () => void order.push(`${area} assertEditable`),
    authorize: async () => void order.push(`${area} authorize`),
    validate: async () => ({ [area]: 'Is wrong.', name: `Wrong for ${area}.` }),
    deriveValues: () => ({ [area]: true }),
    beforeRead: async () => void order.push(`${area} beforeRead`),
    afterWrite: async () => void order.push(`${area} afterWrite`),
  })
  const [module] = createResourceModules([
    { name: 'owner', resources: [boxes], hooks: { boxes: createHooks('owner') } },
    { name: 'other', hooks: { boxes: createHooks('other') } },
  ])
  const { hooks } = module as { hooks: Record<string, (...args: unknown[]) => unknown> }
  for (const name of ['assertEditable', 'authorize', 'beforeRead', 'afterWrite'])
    await hooks[name]?.()
  expect(order).toEqual(
    ['assertEditable', 'authorize', 'beforeRead', 'afterWrite'].flatMap((name) => [
      `other ${name}`,
      `owner ${name}`,
    ]),
  )
  expect(hooks['deriveValues']?.({})).toEqual({ other: true, owner: true })
  expect(await hooks['validate']?.({})).toEqual({
    other: 'Is wrong.',
    owner: 'Is wrong.',
    name: 'Wrong for owner.',
  })
})

test.each(
  createResourceModules(areas).flatMap(({ readExtension, ...resource }) =>
    readExtension ? [{ name: resource.name, resource, readExtension }] : [],
  ),
)('the reads of $name are about its own columns', ({ resource, readExtension }) => {
  const { searchThrough = [], columnFilters = {}, companionColumns = {}, totals } = readExtension
  for (const field of searchThrough)
    expect(getResource(getField(resource, field)?.target?.name ?? '')?.list.search).toBeDefined()
  const named = [
    ...Object.keys(columnFilters),
    ...Object.entries(companionColumns).flatMap(([column, others]) => [column, ...others]),
    ...(totals ? [totals.by, ...totals.of] : []),
  ]
  expect(getColumns(resource)).toEqual(expect.arrayContaining(named))
})
