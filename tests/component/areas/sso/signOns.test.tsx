import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { memoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { noPage, storeRecord } from '#tests/support/servers/storePlatform.ts'

const addresses = {
  admins: {
    entityId: 'https://acme.example/saml/metadata',
    acsUrl: 'https://acme.example/saml/acs',
    redirectUri: 'https://acme.example/oidc/callback',
    metadataUrl: 'https://acme.example/saml/metadata',
    signOnUrl: 'https://acme.example/sign-on',
  },
  members: { redirectUri: 'https://acme.example/oidc/member' },
}
const sides = {
  ...addresses.admins,
  testUrl: '',
  read: { issuer: null, email: 'email', firstName: 'given', lastName: 'family', groups: 'groups' },
  certificates: [],
  domains: [],
  lockedOut: { count: 0, emails: [] },
  lastTest: null,
}
const signOn = (more: object = {}) => ({
  ...getInitialValues(adminSignOns),
  id: 4,
  ...stamp,
  name: 'Acme login',
  storeId: 5,
  state: 'draft',
  settingsVersion: 1,
  provenVersion: null,
  failures: 0,
  labels: {},
  ...more,
})

/** The page of store 5, where nothing is set up unless records are given. */
async function open(path: string, records: object[] = []) {
  const platform = memoryPlatform()
  const list = { data: records, page: { ...noPage, total: records.length } }
  const answers: [string, unknown][] = [
    ['/stores/5', storeRecord()],
    ['/stores/5/signOnAddresses', addresses],
    ['/adminSignOns', list],
    ['/adminSignOns/4/sides', sides],
    ['/adminSignOns/4/tests', { data: [] }],
    ['/integrations/expiries', { data: [] }],
    ['/memberSignOns', list],
  ]
  for (const [at, body] of answers) platform.replies.set(`GET ${at}`, { status: 200, body })
  const shown = await renderConsole(path, { platform })
  await screen.findByRole('heading', { level: 1, name: /for Acme Rewards$/ })
  return { ...shown, platform }
}
const admins = '/stores/5/adminSso/setup'
const toEnter = () =>
  within(screen.getByRole('region', { name: "Enter these values in the provider's settings" }))
const shown = (text: string) => screen.getByText(text, { selector: 'code' })

test('what a provider of admins must know is told before anything is saved, by the protocol', async () => {
  const { user } = await open(admins)
  expect(shown(addresses.admins.entityId)).toBeVisible()
  expect(shown(addresses.admins.acsUrl)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Copy ACS URL (reply URL)' })).toBeEnabled()
  await user.selectOptions(screen.getByLabelText('Protocol'), 'oidc')
  const saml = shown(addresses.admins.acsUrl).closest('fieldset')
  const oidc = shown(addresses.admins.redirectUri).closest('fieldset')
  expect(saml?.closest('[data-aside]')).not.toBeNull()
  expect(oidc?.closest('[data-aside]')).toBeNull()
})

test('what a provider of members must know is told before anything is saved', async () => {
  await open('/stores/5/member/mobile-sso/setup')
  expect(toEnter().getByText(addresses.members.redirectUri)).toBeVisible()
})

test('the page of a platform that does not tell its addresses stands without them', async () => {
  const platform = memoryPlatform()
  platform.replies.set('GET /stores/5', { status: 200, body: storeRecord() })
  const body = { data: [], page: noPage }
  platform.replies.set('GET /adminSignOns', { status: 200, body })
  await renderConsole(admins, { platform })
  expect(await screen.findByLabelText('Metadata URL')).toBeVisible()
  expect(
    screen.queryByRole('region', { name: "Enter these values in the provider's settings" }),
  ).toBeNull()
})

test('metadata that is read makes the set-up, with what the provider says of itself', async () => {
  const { user, platform } = await open(admins)
  const refusal = { status: 422, code: 'invalid', title: 'Invalid', fields: { url: 'None there.' } }
  platform.replies.set('POST /signOnMetadata', { status: 422, body: refusal })
  await user.type(screen.getByLabelText('Name'), 'Acme login')
  const url = screen.getByLabelText('Metadata URL')
  await user.type(url, 'https://idp.example/metadata')
  const read = screen.getByRole('button', { name: 'Read metadata and save' })
  await user.click(read)
  await waitFor(() => expect(url).toHaveAccessibleDescription(/None there\./))
  await waitFor(() => expect(url).toHaveFocus())
  expect(platform.writes()).toHaveLength(1)

  const said = {
    entityId: 'https://idp.example',
    ssoUrl: 'https://idp.example/sso',
    certificate: 'PEM',
    nextCertificate: null,
  }
  platform.replies.set('POST /signOnMetadata', { status: 200, body: said })
  platform.replies.set('POST /adminSignOns', { status: 201, body: signOn(said) })
  await user.click(read)
  await waitFor(() => expect(platform.writes()).toHaveLength(3))
  expect(platform.writes().at(-1)).toMatchObject({
    path: '/adminSignOns',
    body: { name: 'Acme login', metadataUrl: 'https://idp.example/metadata', ...said },
  })
})

test('metadata that is pasted is read in place of a URL; what is wrong with it is said at it', async () => {
  const { user, platform } = await open(admins, [signOn()])
  const refusal = {
    status: 422,
    code: 'invalid',
    title: 'Invalid',
    fields: { xml: 'No metadata.' },
  }
  platform.replies.set('POST /signOnMetadata', { status: 422, body: refusal })
  await user.click(screen.getByText('No URL? Paste the metadata'))
  await user.type(screen.getByLabelText('Metadata (XML)'), '<a/>')
  await user.click(screen.getByRole('button', { name: 'Read metadata and save' }))
  const xml = screen.getByLabelText('Metadata (XML)')
  await waitFor(() => expect(xml).toHaveAccessibleDescription('No metadata.'))
  await waitFor(() => expect(xml).toHaveFocus())
  expect(platform.writes()).toMatchObject([{ path: '/signOnMetadata', body: { xml: '<a/>' } }])
})

test('Enter in a field saves, and reads no metadata', async () => {
  const { user, platform } = await open(admins)
  platform.replies.set('POST /adminSignOns', { status: 201, body: signOn() })
  await user.type(screen.getByLabelText('Name'), 'Acme login{Enter}')
  await waitFor(() => expect(platform.writes()).toHaveLength(1))
  expect(platform.writes()).toMatchObject([{ path: '/adminSignOns' }])
})

test('names of claims are folded until one is entered, or an address leads to one', async () => {
  const fold = () => screen.getByText('Claim names').closest('details')
  const { unmount } = await open(admins, [signOn()])
  expect(fold()).not.toHaveAttribute('open')
  unmount()
  const { unmount: leave } = await open(`${admins}#field-groupsClaim`, [signOn()])
  await waitFor(() => expect(screen.getByLabelText('Groups claim')).toHaveFocus())
  expect(fold()).toHaveAttribute('open')
  leave()
  await open(admins, [signOn({ emailClaim: 'mail' })])
  expect(fold()).toHaveAttribute('open')
})
