import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage, buildStore } from '#tests/support/servers/storePlatform.ts'

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
const details = {
  ...addresses.admins,
  testUrl: '',
  read: { issuer: null, email: 'email', firstName: 'given', lastName: 'family', groups: 'groups' },
  certificates: [],
  domains: [],
  lockedOut: { count: 0, emails: [] },
  lastTest: null,
}
const buildSetup = (more: object = {}) => ({
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

/** Opens a page of store 5 with the given setups, or none. */
async function open(path: string, records: object[] = []) {
  const platform = createMemoryPlatform()
  const list = { data: records, page: { ...emptyPage, total: records.length } }
  const bodies: [string, unknown][] = [
    ['/stores/5', buildStore()],
    ['/stores/5/signOnAddresses', addresses],
    ['/adminSignOns', list],
    ['/adminSignOns/4/sides', details],
    ['/adminSignOns/4/tests', { data: [] }],
    ['/integrations/expiries', { data: [] }],
    ['/memberSignOns', list],
  ]
  for (const [at, body] of bodies) platform.replies.set(`GET ${at}`, { status: 200, body })
  const view = await renderConsole(path, { platform })
  await screen.findByRole('heading', { level: 1, name: /for Acme Rewards$/ })
  return { ...view, platform }
}
const admins = '/stores/5/adminSso/setup'
const getProviderValues = () =>
  within(
    screen.getByRole('region', {
      name: /^Enter (this value|these values) in the provider's settings/,
    }),
  )
const getCode = (text: string) => screen.getByText(text, { selector: 'code' })

test('the values for an admin provider show before saving, by protocol', async () => {
  const { user } = await open(admins)
  expect(getCode(addresses.admins.entityId)).toBeVisible()
  expect(getCode(addresses.admins.acsUrl)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Copy ACS URL (reply URL)' })).toBeEnabled()
  await user.selectOptions(screen.getByLabelText('Protocol'), 'oidc')
  const saml = getCode(addresses.admins.acsUrl).closest('fieldset')
  const oidc = getCode(addresses.admins.redirectUri).closest('fieldset')
  expect(saml?.closest('[data-aside]')).not.toBeNull()
  expect(oidc?.closest('[data-aside]')).toBeNull()
})

test('the values for a member provider show before saving', async () => {
  await open('/stores/5/member/mobile-sso/setup')
  expect(getProviderValues().getByText(addresses.members.redirectUri)).toBeVisible()
})

test("the page works on a platform that doesn't return the values", async () => {
  const platform = createMemoryPlatform()
  platform.replies.set('GET /stores/5', { status: 200, body: buildStore() })
  const body = { data: [], page: emptyPage }
  platform.replies.set('GET /adminSignOns', { status: 200, body })
  await renderConsole(admins, { platform })
  expect(await screen.findByLabelText('Metadata URL')).toBeVisible()
  expect(screen.queryByRole('region', { name: /^Enter (this value|these values) in/ })).toBeNull()
})

test("reading metadata creates the setup with the provider's values", async () => {
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

  const metadata = {
    entityId: 'https://idp.example',
    ssoUrl: 'https://idp.example/sso',
    certificate: 'PEM',
    nextCertificate: null,
  }
  platform.replies.set('POST /signOnMetadata', { status: 200, body: metadata })
  platform.replies.set('POST /adminSignOns', { status: 201, body: buildSetup(metadata) })
  await user.click(read)
  await waitFor(() => expect(platform.writes()).toHaveLength(3))
  expect(platform.writes().at(-1)).toMatchObject({
    path: '/adminSignOns',
    body: { name: 'Acme login', metadataUrl: 'https://idp.example/metadata', ...metadata },
  })
})

test('pasted metadata is read instead of a URL, and its error shows at the field', async () => {
  const { user, platform } = await open(admins, [buildSetup()])
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

test('Enter in a field saves without reading metadata', async () => {
  const { user, platform } = await open(admins)
  platform.replies.set('POST /adminSignOns', { status: 201, body: buildSetup() })
  await user.type(screen.getByLabelText('Name'), 'Acme login{Enter}')
  await waitFor(() => expect(platform.writes()).toHaveLength(1))
  expect(platform.writes()).toMatchObject([{ path: '/adminSignOns' }])
})

test('claim names are collapsed unless one is set or the URL points to one', async () => {
  const getClaimNames = () => screen.getByText('Claim names').closest('details')
  const { unmount } = await open(admins, [buildSetup()])
  expect(getClaimNames()).not.toHaveAttribute('open')
  unmount()
  const { unmount: unmountSecond } = await open(`${admins}#field-groupsClaim`, [buildSetup()])
  await waitFor(() => expect(screen.getByLabelText('Groups claim')).toHaveFocus())
  expect(getClaimNames()).toHaveAttribute('open')
  unmountSecond()
  await open(admins, [buildSetup({ emailClaim: 'mail' })])
  expect(getClaimNames()).toHaveAttribute('open')
})
