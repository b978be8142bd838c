import { afterAll, expect, test } from 'vitest'
import { startStripe, usualStripe } from '#scripts/standIns/stripe.ts'
import { axeFaults } from '#tests/support/axe.ts'
import { messageOf, signedInAt, withStack } from '#tests/support/stack.ts'

const stripe = await startStripe()
afterAll(() => stripe.stop())
const stack = withStack(
  {},
  { PROVIDER_ENDPOINTS: `stripe=${stripe.url}`, OUTBOUND_ALLOW: '127.0.0.0/8' },
)

test('a payment setup is made, mended where its test fails, activated, switched and copied', async () => {
  await using context = await stack.visit()
  const { page, faults } = await signedInAt(context, '/payment-setup?create')
  await page.getByLabel('Name', { exact: true }).fill('Stripe Nordics')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('link', { name: 'Stripe Nordics' }).first().click()

  await page.getByRole('link', { name: 'Credentials' }).click()
  await page.getByLabel('Test secret key').fill('sk_test_another000')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await messageOf(page, /^Saved/).waitFor()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText('Stripe does not know this secret key.').first().waitFor()
  await page.getByRole('link', { name: 'Go to the field' }).click()
  await page.getByLabel('Test secret key').fill(usualStripe.keys[0] ?? '')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Run again' }).click()
  await page.getByText('An account in DE that may take payments.').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByRole('button', { name: 'Activate all the same' }).click()
  await messageOf(page, /^Activated/).waitFor()

  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByText('None came yet.').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'General' }).click()
  await page.getByLabel('Type Stripe Nordics to confirm').first().fill('Stripe Nordics')
  await page.getByRole('button', { name: 'Switch to live' }).click()
  await page.getByRole('button', { name: 'Switch to test' }).waitFor()
  expect(faults).toEqual([])
})
