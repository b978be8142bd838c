import type { IntegrationKind } from '#shared/engine/integrations/integrationKinds.ts'

/** The next step for each kind of integration that passed its test but isn't active. */
export const activationMessages: Record<IntegrationKind, string> = {
  mail: 'The test passed. Activate the SMTP settings to send emails.',
  signOn: 'The test passed. Activate the SSO setup so that admins can sign in with it.',
  payment: 'The test passed. Activate the payment setup to take payments.',
  gift: 'The test passed. Activate the gift card setup to send gift cards.',
  print: 'The test passed. Activate the print-on-demand setup to send orders to Printful.',
}
