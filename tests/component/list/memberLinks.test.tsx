import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { resources } from '#shared/areas/index.ts'
import { members } from '#shared/areas/members/members.ts'
import { permissions } from '#shared/permissions/permissions.ts'
import { getColumns, getField } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { findPageReference, getRecordUrl } from '#shared/engine/recordLink.ts'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage } from '#tests/support/servers/storePlatform.ts'

const getAllFields = (resource: Resource) => [
  ...getColumns(resource),
  ...Object.keys(resource.api.extraFields ?? {}),
]

/** All fields that name a member: references, and texts with a name or an address. */
const namingFields = resources
  .filter(({ name }) => name !== members.name)
  .flatMap((resource) =>
    getAllFields(resource)
      .filter((name) => {
        const field = getField(resource, name)
        return field?.target?.name === members.name || field?.isPersonal
      })
      .map((name) => ({ resource, name })),
  )
const listedFields = namingFields.filter(({ resource, name }) =>
  getColumns(resource).includes(name),
)
/** Resources whose panel only needs the record. */
const shownInPanel = new Set(['disputes', 'paymentRefunds', 'creditEntries', 'giftCards'])
const panelFields = namingFields.filter(({ resource }) => shownInPanel.has(resource.name))

const buildRecord = (resource: Resource, name: string) => ({
  id: 3,
  ...stamp,
  ...Object.fromEntries(
    Object.entries(resource.fields)
      .filter(([, { kind }]) => kind === 'instant')
      .map(([field]) => [field, stamp.createdAt]),
  ),
  [resource.relations.label]: 'The one',
  ...(getField(resource, name)?.isPersonal && { [name]: 'Zoë Quill' }),
  memberId: 7,
  labels: { memberId: 'Zoë Quill' },
})

async function openRecord(path: string, resource: Resource, name: string, access = {}) {
  const platform = createMemoryPlatform()
  const record = buildRecord(resource, name)
  const setReply = (at: string, body: unknown) =>
    platform.replies.set(`GET ${at}`, { status: 200, body })
  setReply(`/${resource.name}`, { data: [record], page: { ...emptyPage, total: 1 } })
  setReply(`/${resource.name}/3`, record)
  await renderConsole(path, { platform, ...access })
}

test('orders, payments, credits, gift cards, and emails name members', () => {
  expect([...new Set(namingFields.map(({ resource }) => resource.name))].toSorted()).toEqual([
    'creditEntries',
    'creditRequests',
    'disputes',
    'giftCards',
    'mails',
    'orders',
    'paymentAttempts',
    'paymentRefunds',
  ])
})

test.each(namingFields)('$name of $resource.name leads to the member', ({ resource, name }) => {
  expect(findPageReference(resource, name)).toEqual({ field: 'memberId', target: members })
})

describe.each(listedFields)('$name in the list of $resource.name', ({ resource, name }) => {
  const [first = ''] = resource.list.columns
  const path = `${resource.path}${resource.path.includes('?') ? '&' : '?'}columns=${first},${name}`

  test("links to the member's page", async () => {
    await openRecord(path, resource, name)
    const row = within(await screen.findByRole('table')).getAllByRole('row')[1]
    const link = within(row ?? document.body).getByRole('link', { name: 'Zoë Quill' })
    expect(link).toHaveAttribute('href', '/members/7')
  })

  test("isn't a link for a user who can't open it", async () => {
    const keys = Object.keys(permissions).filter((key) => key !== members.permission)
    const facts = { enforcePermissions: true }
    await openRecord(path, resource, name, { permissions: keys, facts })
    expect(screen.queryByRole('link', { name: 'Zoë Quill' })).toBeNull()
  })
})

test.each(panelFields)(
  '$name in the panel of $resource.name links to the page',
  async ({ resource, name }) => {
    await openRecord(getRecordUrl(resource, { id: 3 }), resource, name)
    const panel = await screen.findByRole('dialog')
    const links = within(panel).getAllByRole('link', { name: 'Zoë Quill' })
    expect(links[0]).toHaveAttribute('href', '/members/7')
  },
)
