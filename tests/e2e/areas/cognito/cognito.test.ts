import { afterAll, expect, test } from 'vitest'
import { startCognito, defaultCognitoState } from '#scripts/mockProviders/cognito.ts'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import { getNotification, openSignedIn, withStack } from '#tests/support/servers/stack.ts'

const pool = await startCognito()
afterAll(() => pool.stop())
const stack = withStack({}, { COGNITO_ENDPOINT: pool.url, OUTBOUND_ALLOW: '127.0.0.0/8' })

test('a user pool is tested, copies settings from the live pool, and is activated', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/cognitoSetup')
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
  const fill = (label: string, value: string) => page.getByLabel(label).first().fill(value)
  await fill('User pool ID', defaultCognitoState.userPoolId)
  await fill('Client ID', defaultCognitoState.clientId)
  await fill('Client secret', 'not the one')
  await fill('Domain', pool.url)
  await save()
  await getNotification(page, /^Saved/).waitFor()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText("The client secret isn't valid.").first().waitFor()

  await page
    .getByLabel('Client secret')
    .first()
    .fill(defaultCognitoState.clientSecret ?? '')
  await fill('AWS access key ID', defaultCognitoState.accessKeyId)
  await fill('AWS secret access key', defaultCognitoState.secretAccessKey)
  await save()
  await page.getByRole('link', { name: 'Compare with the live pool' }).click()
  const comparison = page.getByRole('region', { name: 'Comparison with the live pool' }).first()
  await comparison.getByRole('row', { name: /Callback URLs.*shop\.example\.com/ }).waitFor()
  await comparison.getByLabel('Copy Domain').uncheck()
  expect(await findAxeViolations(page)).toEqual([])
  await comparison.getByRole('button', { name: 'Copy from pool' }).click()
  const minutes = page.getByLabel('Access token (minutes)', { exact: true })
  await expect.poll(() => minutes.inputValue(), { timeout: 20_000 }).toBe('30')

  await page.getByRole('button', { name: 'Run test' }).click()
  await page.getByText('https://shop.example.com/callback is registered.').waitFor()
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await getNotification(page, /^Activated/).waitFor()
  expect(faults).toEqual([])
})
