import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { memoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { noPage } from '#tests/support/servers/storePlatform.ts'

const accountOf = (more: Partial<AnyRecord> = {}): AnyRecord => ({
  ...getInitialValues(giftCardSetup),
  ...stamp,
  id: 2,
  name: 'Runa',
  environment: 'live',
  state: 'draft',
  settingsVersion: 1,
  provenVersion: null,
  frozen: false,
  frozenReason: null,
  ...more,
})
const frozen = accountOf({ frozen: true, frozenReason: 'Stolen codes', version: 2 })

const templateOf = (id: number, name: string, more: Partial<AnyRecord> = {}): AnyRecord => ({
  ...getInitialValues(giftCardTemplates),
  ...stamp,
  id,
  name,
  code: name.toLowerCase(),
  environment: 'live',
  status: 'live',
  withdrawn: 0,
  sentThisMonth: 0,
  ...more,
})

async function open(path: string, account: AnyRecord) {
  const platform = memoryPlatform()
  const ok = (call: string, body: unknown) => platform.replies.set(call, { status: 200, body })
  const kept = { account }
  platform.replies.set('GET /giftCardSetup', () => ({
    status: 200,
    body: { data: [kept.account], page: { ...noPage, total: 1 } },
  }))
  ok('GET /giftCardSetup/2/tests', { data: [] })
  ok('GET /giftCardSetup/2/balances', { at: null, balances: [], webhook: null })
  const templates = [
    templateOf(4, 'Thanks'),
    templateOf(5, 'Referral', { status: 'paused' }),
    templateOf(6, 'Playground', { environment: 'sandbox' }),
  ]
  ok('GET /giftCardTemplates', { data: templates, page: { ...noPage, total: 3 } })
  return { ...(await renderConsole(path, { platform })), platform, kept }
}

test('to freeze all says which templates that stops and asks once; the head of the page then tells that it is frozen, and why', async () => {
  const { user, platform, kept } = await open('/giftCardSetup?environment=live', accountOf())
  const reach = {
    token: 't0k3n',
    reaches: 17,
    own: 0,
    worse: [
      {
        what: 'Stops gift cards in all stores',
        count: 17,
        examples: ['Anniversary', 'Birthday'],
      },
    ],
  }
  platform.replies.set('POST /giftCardSetup/2/freeze', ({ search }) => {
    if (search?.get('reach') !== 't0k3n')
      return { status: 409, body: { status: 409, code: 'unconfirmed', title: 'No', reach } }
    kept.account = frozen
    return { status: 200, body: frozen }
  })
  expect(screen.queryByText('Stolen codes')).toBeNull()
  const section = within(await screen.findByRole('region', { name: 'Freeze gift cards' }))
  await user.type(section.getByLabelText('Reason'), 'Stolen codes')
  await user.click(section.getByRole('button', { name: 'Freeze gift cards' }))
  const question = await section.findByRole('alert')
  expect(question).toHaveTextContent('Freeze 17 active templates?')
  expect(question).toHaveTextContent(
    'Stops gift cards in all stores (17 active templates: Anniversary, Birthday, ...)',
  )
  expect(section.getByLabelText('Reason')).toHaveValue('Stolen codes')
  await user.click(section.getByRole('button', { name: 'Freeze 17 active templates' }))
  await screen.findByText(/^Frozen\. won't send gift cards/)
  const head = within(screen.getByRole('heading', { level: 1 }).closest('header') ?? document.body)
  expect(head.getByText('Frozen').closest('div')).toHaveTextContent('FrozenStolen codes')
  const body = { frozen: true, reason: 'Stolen codes' }
  expect(platform.writes()).toMatchObject([{ body }, { body }])
})

test('the list of templates says that all of an environment is frozen and why, and calls none of it live', async () => {
  await open('/wegift/templates', frozen)
  const told = "Live: gift cards are frozen and can't be sent. Reason: Stolen codes"
  const bar = within(
    (await screen.findByText(new RegExp(`^${told}`))).closest('p') ?? document.body,
  )
  expect(bar.getByRole('link', { name: 'Open gift card setup' })).toHaveAttribute(
    'href',
    '/giftCardSetup?environment=live#freeze',
  )
  const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
  expect(within(rowOf('Thanks')).getByText('Frozen')).toBeVisible()
  expect(within(rowOf('Referral')).getByText('Paused')).toBeVisible()
  expect(within(rowOf('Playground')).getByText('Active')).toBeVisible()
})

test('where nothing is frozen the list of templates says nothing of it', async () => {
  await open('/wegift/templates', accountOf())
  expect(within(screen.getByRole('row', { name: /Thanks/ })).queryByText('Frozen')).toBeNull()
  expect(screen.queryByText(/are frozen/)).toBeNull()
})

test('an environment whose account lacks funds is marked among the setups', async () => {
  await open('/giftCardSetup?environment=sandbox', accountOf({ shortOf: ['EUR', 'USD'] }))
  const tabs = within(await screen.findByRole('navigation', { name: 'Environment' }))
  expect(tabs.getByRole('link', { name: 'Live, out of funds: EUR, USD' })).toBeVisible()
  expect(tabs.getByRole('link', { name: 'Sandbox' })).toBeVisible()
})
