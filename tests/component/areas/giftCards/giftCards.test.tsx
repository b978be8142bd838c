import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage } from '#tests/support/servers/storePlatform.ts'

const buildAccount = (more: Partial<AnyRecord> = {}): AnyRecord => ({
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
const frozenAccount = buildAccount({
  frozen: true,
  frozenReason: 'Stolen codes',
  version: 2,
})

const buildTemplate = (id: number, name: string, more: Partial<AnyRecord> = {}): AnyRecord => ({
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
  const platform = createMemoryPlatform()
  const setReply = (call: string, body: unknown) =>
    platform.replies.set(call, { status: 200, body })
  const state = { account }
  platform.replies.set('GET /giftCardSetup', () => ({
    status: 200,
    body: { data: [state.account], page: { ...emptyPage, total: 1 } },
  }))
  setReply('GET /giftCardSetup/2/tests', { data: [] })
  setReply('GET /giftCardSetup/2/balances', { at: null, balances: [], webhook: null })
  const templates = [
    buildTemplate(4, 'Thanks'),
    buildTemplate(5, 'Referral', { status: 'paused' }),
    buildTemplate(6, 'Playground', { environment: 'sandbox' }),
  ]
  setReply('GET /giftCardTemplates', { data: templates, page: { ...emptyPage, total: 3 } })
  return { ...(await renderConsole(path, { platform })), platform, state }
}

test('freezing lists the affected templates, asks once, and then shows the status and reason', async () => {
  const { user, platform, state } = await open('/giftCardSetup?environment=live', buildAccount())
  const impact = {
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
      return { status: 409, body: { status: 409, code: 'unconfirmed', title: 'No', reach: impact } }
    state.account = frozenAccount
    return { status: 200, body: frozenAccount }
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

test('the template list says that an environment is frozen and why, and shows no active template in it', async () => {
  await open('/wegift/templates', frozenAccount)
  const warning = "Live: gift cards are frozen and can't be sent. Reason: Stolen codes"
  const bar = within(
    (await screen.findByText(new RegExp(`^${warning}`))).closest('p') ?? document.body,
  )
  expect(bar.getByRole('link', { name: 'Open gift card setup' })).toHaveAttribute(
    'href',
    '/giftCardSetup?environment=live#freeze',
  )
  const getRow = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
  expect(within(getRow('Thanks')).getByText('Frozen')).toBeVisible()
  expect(within(getRow('Referral')).getByText('Paused')).toBeVisible()
  expect(within(getRow('Playground')).getByText('Active')).toBeVisible()
})

test('the template list mentions no freeze when nothing is frozen', async () => {
  await open('/wegift/templates', buildAccount())
  expect(within(screen.getByRole('row', { name: /Thanks/ })).queryByText('Frozen')).toBeNull()
  expect(screen.queryByText(/are frozen/)).toBeNull()
})

test('an environment whose account is out of funds is marked in the tabs', async () => {
  await open('/giftCardSetup?environment=sandbox', buildAccount({ shortOf: ['EUR', 'USD'] }))
  const tabs = within(await screen.findByRole('navigation', { name: 'Environment' }))
  expect(tabs.getByRole('link', { name: 'Live, out of funds: EUR, USD' })).toBeVisible()
  expect(tabs.getByRole('link', { name: 'Sandbox' })).toBeVisible()
})
