import type { Page } from 'playwright'
import { defaultAdyenState } from '#scripts/mockProviders/adyen.ts'
import { getNotification } from '../servers/stack.ts'

/**
 * Fixes the Adyen setup of the open store as an operator does: enters the merchant account that the
 * mock provider knows, tests the setup, and activates it.
 */
export async function fixPaymentSetup(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Fix: Payments/ }).click()
  await page.waitForURL(/\/payment-setup\/\d+\/details/)
  await page.getByRole('link', { name: 'General', exact: true }).click()
  await page.getByLabel(/^Merchant account/).fill(defaultAdyenState.merchantAccount)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByText(/ can't take payments until you test and activate the new settings\.$/)
    .waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, /^Saved/).waitFor()
  await page.getByRole('button', { name: 'Run test' }).click()
  await page.getByText(/^The merchant account accepts/).waitFor()
  await page.getByRole('button', { name: 'Activate anyway' }).click()
  await getNotification(page, /^Activated/).waitFor()
}
